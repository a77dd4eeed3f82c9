"""Searches places by name, typing errors included, and prints their labels and positions.

    CAIRN_KEY=sk_live_... python3 examples/search.py "Musuem Tschierv, Pradetta"

CAIRN_URL is the server (http://127.0.0.1:3000). Needs the standard library only.
"""

import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request

url = os.environ.get("CAIRN_URL", "http://127.0.0.1:3000")
key = os.environ.get("CAIRN_KEY", "")


def search(text: str, size: int = 5) -> list[dict]:
    """Returns up to `size` places (1 to 40) that match the text, best first."""
    query = urllib.parse.urlencode({"text": text, "size": size})
    request = urllib.request.Request(
        f"{url}/v1/geocoding/search?{query}", headers={"x-api-key": key}
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)["results"]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: search.py TEXT")
    try:
        results = search(sys.argv[1])
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {error.read().decode()}")
    for place in results:
        position = place["coordinates"]
        print(f"{place['label']}  {position['lat']},{position['lng']}  confidence {place['confidence']}")
    if not results:
        print("no results")
