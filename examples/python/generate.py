"""Writes a typed client from the OpenAPI document: python3 generate.py openapi.json > earshot_api.py (Python 3.11)."""

import json
import keyword
import sys

HEAD = '''"""A typed client, generated from the OpenAPI document by generate.py. Python 3.11, no packages."""

from typing import Any, Literal, NotRequired, TypedDict, cast

from earshot_client import Earshot

'''


def type_of(schema: dict) -> str:
    if "$ref" in schema:
        return schema["$ref"].rsplit("/", 1)[-1]
    if "const" in schema:
        return literal([schema["const"]])
    if "enum" in schema:
        return literal(schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(type_of(one) for one in schema[union]))
    if isinstance(schema.get("type"), list):
        return " | ".join(type_of({**schema, "type": one}) for one in schema["type"])
    if schema.get("type") == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
    return simple.get(schema.get("type", ""), "dict[str, Any]" if schema.get("type") == "object" else "Any")


def literal(values: list) -> str:
    return f"Literal[{', '.join(repr(value) for value in values)}]" if None not in values else "Any"


def declaration(name: str, schema: dict) -> str:
    """The functional form takes field names that are words of Python, such as `from`."""
    if "properties" not in schema:
        return f"{name} = {type_of(schema)}\n"
    required = schema.get("required", [])
    lines = []
    for field, value in schema["properties"].items():
        text = type_of(value) if field in required else f"NotRequired[{type_of(value)}]"
        lines.append(f"    {field!r}: {json.dumps(text)},\n")
    return f"{name} = TypedDict({name!r}, {{\n{''.join(lines)}}})\n"


def declare(name: str, content: dict, declared: dict) -> str:
    """The type of a body or response; objects without a name get one."""
    schema = content.get("application/json", {}).get("schema", {})
    if schema.get("type") != "object" or "properties" not in schema:
        return type_of(schema)
    declared[name] = schema
    return name


def method(operation: dict, shared: dict, declared: dict) -> str:
    name = operation["operationId"]
    title = name[0].upper() + name[1:]
    arguments, values = [], []
    for parameter in operation["parameters"]:
        if "$ref" in parameter:
            parameter = shared[parameter["$ref"].rsplit("/", 1)[-1]]
        if parameter["in"] not in ("path", "query"):
            continue
        word = parameter["name"] + ("_" if keyword.iskeyword(parameter["name"]) else "")
        text = type_of(parameter["schema"])
        arguments.append(f"{word}: {text}" if parameter.get("required") else f"{word}: {text} | None = None")
        values.append(f"{parameter['name']!r}: {word}")
    body = "requestBody" in operation
    if body:
        arguments.append(f"body: {declare(title + 'Body', operation['requestBody']['content'], declared)}")
    success = next(one for status, one in operation["responses"].items() if status.startswith("2"))
    result = declare(title + "Response", success.get("content", {}), declared)
    signature = ", ".join(["self", *(["*"] if arguments else []), *arguments])
    given = "{" + ", ".join(values) + "}"
    return (
        f"    def {name}(self{signature[4:]}) -> {result}:\n"
        f"        {json.dumps(operation['summary'])}\n"
        f"        return cast({json.dumps(result)}, self._client.call({name!r}, {given}{', body' if body else ''}))\n\n"
    )


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        document = json.load(file)
    components = document["components"]
    declared = dict(components["schemas"])
    methods = [
        method(operation, components["parameters"], declared)
        for operations in document["paths"].values()
        for operation in operations.values()
        if "parameters" in operation
    ]
    print(HEAD + "\n".join(declaration(name, schema) for name, schema in declared.items()) + "\n")
    print("class EarshotApi:\n    def __init__(self, url: str, key: str):\n        self._client = Earshot(url, key)\n")
    print("".join(methods), end="")


if __name__ == "__main__":
    main()
