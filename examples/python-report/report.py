"""Prints a Markdown report of the largest themes and the NPS. Needs Python 3.9 and no packages."""

import json
import os
import urllib.parse
import urllib.request


def get(path: str, **query: object) -> dict:
    url = f"{os.environ['EARSHOT_URL']}/api/v1{path}?{urllib.parse.urlencode(query)}"
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {os.environ['EARSHOT_API_KEY']}"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def cell(text: object) -> str:
    return str(text).replace("|", "\\|").replace("\n", " ")


def main() -> None:
    print("# Feedback report\n\n| Theme | Insights |\n|---|---|")
    for theme in get("/themes", sort="-insight_count", limit=10)["data"]:
        print(f"| {cell(theme['name'])} | {theme['insight_count']} |")
    nps = get("/nps")
    score = "none yet" if nps["score"] is None else nps["score"]
    print(f"\nNPS: {score}, from {nps['responses']} responses.")


if __name__ == "__main__":
    main()
