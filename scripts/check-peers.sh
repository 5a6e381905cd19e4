#!/usr/bin/env bash
# Runs the tests with the lowest and the newest supported peers: check-peers.sh [CORE LOADERS]... The serializers have the version of the loaders.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- 9.0.0 9.0.0 9.34.0 9.28.0

while [ $# -gt 0 ]; do
  folder="$PWD/.peers/core-$1-loaders-$2"
  echo "== @babylonjs/core $1, @babylonjs/loaders and serializers $2"
  npm install --silent --no-audit --no-fund --no-package-lock --prefix "$folder" "@babylonjs/core@$1" "@babylonjs/loaders@$2" "@babylonjs/serializers@$2"
  # tests that do not involve Babylon give the same result with every version
  ignored=(--testPathIgnorePatterns test/{timing,sampling,schema,messages,file,tools,cli,scripts,playground,bench,publicTypes})
  if [[ $2 == 9.0.* ]]; then
    echo "-- skips the tests that need a newer Babylon.js: 9.0 loads some properties wrongly or not at all"
    ignored+=(test/pointer/{animatedEqualsLoaded,materials,openPbr,realFiles,skins} test/evaluation/{evaluationFiles,evaluationPointers} test/playback/brokenFiles test/serializer/{realFiles,templates})
  fi
  BABYLON_PEERS="$folder" npm test -- "${ignored[@]}"
  shift 2
done
