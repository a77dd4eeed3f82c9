#!/usr/bin/env sh
# Prints the route by car along the lake of the demo island, as JSON.
#
#   CAIRN_KEY=sk_live_... sh examples/route.sh
#
# CAIRN_URL is the server (http://127.0.0.1:3000).
set -eu

curl --silent --show-error --fail-with-body "${CAIRN_URL:-http://127.0.0.1:3000}/v1/routing/route" \
  --header "x-api-key: $CAIRN_KEY" \
  --header 'content-type: application/json' \
  --data '{
    "locations": [
      { "lat": 46.413945, "lon": -28.435479 },
      { "lat": 46.436097, "lon": -28.418836 }
    ],
    "travel": "auto"
  }'
