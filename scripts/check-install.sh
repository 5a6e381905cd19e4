#!/usr/bin/env bash
# Installs dist/package.tgz in an empty folder without Babylon.js, and runs the command line. Needs `npm run build:package`.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

expect() {
  if [ "$2" != "$3" ]; then
    echo "$1: must be $3 (got $2)"
    exit 1
  fi
}

cd "$folder"
echo '{ "private": true }' >package.json
npm install --silent --no-audit --no-fund --prefer-offline "$root/dist/package.tgz"
expect "installed packages" "$(ls node_modules | xargs)" "babylon-gltf-animation"
cp "$root/playground/models/door.glb" "a door.glb"
expect "the first line of inspect" "$(npx babylon-gltf-animation inspect "a door.glb" | head -1)" "a door.glb: 1 animation, 4 clips"
npx babylon-gltf-animation split "a door.glb" --animation 0 half=0-0.5 -o - | npx babylon-gltf-animation validate --no-core --strict -
node --input-type=module -e 'const { GltfFile } = await import("babylon-gltf-animation/tools"); GltfFile.parse(new TextEncoder().encode("{\"asset\":{\"version\":\"2.0\"}}"))'
echo "The installed package works with Node $(node --version)"
