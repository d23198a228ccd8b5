"""A client with one method per operation, made from the OpenAPI document of the server. Python 3.9, no packages."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

MAX_ATTEMPTS = 5


def query_text(value) -> str:
    if isinstance(value, list):
        return ",".join(query_text(one) for one in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


class EarshotError(Exception):
    def __init__(self, status: int, code: str, message: str):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code = status, code


class Earshot:
    """client.listThemes(limit=10), client.createTheme(name="Export"), client.getTheme(themeId="…")."""

    def __init__(self, url: str, key: str):
        self._base, self._key = f"{url}/api/v1", key
        document = self._send("GET", "/openapi")
        self._operations = {
            operation["operationId"]: (method.upper(), path, operation)
            for path, methods in document["paths"].items()
            for method, operation in methods.items()
        }
        self._parameters = document["components"].get("parameters", {})

    def __getattr__(self, name: str):
        if name not in self._operations:
            raise AttributeError(f"there is no operation {name}")
        return lambda **values: self._call(name, values)

    def __dir__(self):
        return [*super().__dir__(), *self._operations]

    def pages(self, name: str, **values):
        """Every item of a list, page by page."""
        while True:
            page = self._call(name, values)
            yield from page["data"]
            if not page["pagination"]["has_more"]:
                return
            values = {**values, "cursor": page["pagination"]["next_cursor"]}

    def call(self, name: str, values: dict, body=None):
        """The operation with this id; parameters that are None are left out."""
        given = {key: value for key, value in values.items() if value is not None}
        return self._call(name, {**given, **(body or {})})

    def _call(self, name: str, values: dict):
        method, path, operation = self._operations[name]
        parameters = [self._resolve(parameter) for parameter in operation["parameters"]]
        places = {parameter["name"]: parameter["in"] for parameter in parameters}
        query = {}
        for key in [key for key in values if places.get(key) in ("path", "query")]:
            if places[key] == "path":
                path = path.replace("{%s}" % key, urllib.parse.quote(str(values[key]), safe=""))
            else:
                query[key] = query_text(values[key])
        body = {key: value for key, value in values.items() if key not in places}
        if body and "requestBody" not in operation:
            raise TypeError(f"{name} has no parameter {next(iter(body))}")
        # One key for all attempts: a write that was done but not answered is not done again.
        headers = {} if method == "GET" else {"Idempotency-Key": str(uuid.uuid4())}
        text = f"{path}?{urllib.parse.urlencode(query)}" if query else path
        return self._send(method, text, body if "requestBody" in operation else None, headers)

    def _resolve(self, parameter: dict) -> dict:
        """Parameters that many operations share are defined once, in the components of the document."""
        return self._parameters[parameter["$ref"].rsplit("/", 1)[-1]] if "$ref" in parameter else parameter

    def _send(self, method: str, path: str, body=None, headers=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._key}", "Content-Type": "application/json", **(headers or {})}
        if data is None:
            del headers["Content-Type"]
        for attempt in range(1, MAX_ATTEMPTS + 1):
            request = urllib.request.Request(self._base + path, data=data, method=method, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code in (429, 503) and attempt < MAX_ATTEMPTS:
                    time.sleep(float(error.headers.get("Retry-After") or 1))
                    continue
                detail = json.load(error)["error"]
                raise EarshotError(error.code, detail["code"], detail["message"]) from None


def main() -> None:
    client = Earshot(os.environ["EARSHOT_URL"], os.environ["EARSHOT_API_KEY"])
    theme = client.createTheme(name="Export from Python")
    print(client.getTheme(themeId=theme["id"])["name"])
    print(", ".join(theme["name"] for theme in client.pages("listThemes", limit=1)))


if __name__ == "__main__":
    main()
