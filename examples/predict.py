"""Predicts where a missing person may be, and updates the probabilities after a segment was searched.

    CAIRN_KEY=sk_live_... python3 examples/predict.py

CAIRN_URL is the server (http://127.0.0.1:3000). The account needs the grant of predictions:
npm run keys -- grant predict ACCOUNT. Needs the standard library only.
"""

import json
import os
import sys
import urllib.error
import urllib.request

url = os.environ.get("CAIRN_URL", "http://127.0.0.1:3000")
key = os.environ.get("CAIRN_KEY", "")


def box(west: float, south: float, east: float, north: float) -> dict:
    """Returns a rectangle as a GeoJSON Polygon."""
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


village = box(-28.449, 46.406, -28.434, 46.417)
request = {
    "profile": "dementia_alzheimers",
    "area": {
        "type": "circle",
        "center": {"lat": 46.413945, "lng": -28.435479},
        "radius_m": 2000,
    },
    "params": {
        "datetime": "2026-03-14T16:30:00+01:00",
        "age_years": 78,
        "disableWeather": True,
    },
    "segments": [
        {"name": "Village", "geometry": village},
        {"name": "East shore", "geometry": box(-28.434, 46.406, -28.42, 46.417)},
        {"name": "North", "geometry": box(-28.449, 46.417, -28.42, 46.428)},
    ],
}


def predict(body: dict) -> dict:
    """Returns the summary of a prediction."""
    call = urllib.request.Request(
        f"{url}/v1/predict",
        data=json.dumps(body).encode(),
        headers={"x-api-key": key, "content-type": "application/json"},
    )
    with urllib.request.urlopen(call, timeout=30) as response:
        return json.load(response)["summary"]


def percent(share: float) -> str:
    return f"{100 * share:5.1f} %"


if __name__ == "__main__":
    try:
        before = predict(request)
        # Each call sends all searches so far: the service stores none.
        searched = [{"geometry": village, "probability_of_detection": 0.7}]
        after = predict({**request, "searched": searched})
    except urllib.error.HTTPError as error:
        sys.exit(f"{error.code}: {error.read().decode()}")
    print(f"{'':12}  before   after  per km2")
    for old, new in zip(before["segments"], after["segments"]):
        shares = f"{percent(old['probability'])} {percent(new['probability'])}"
        print(f"{new['name']:12} {shares} {percent(new['density_per_km2'])}")
    outside = f"{percent(before['outside_mass'])} {percent(after['outside_mass'])}"
    print(f"{'outside':12} {outside}")
