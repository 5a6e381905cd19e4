#!/usr/bin/env bash
# Runs the tests with older peers: the lowest supported, and those that many applications have; or with others: check-peers.sh [CORE LOADERS]...
# The serializers have the version of the loaders. The installed peers, with which all other tests run, are the newest.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- 8.56.2 8.56.2 9.0.0 9.0.0 9.28.0 9.28.0

# Tests that give the same result with every version of the peers: those without Babylon, and those of how pointers are read from files.
ignored=(test/gltf 'test/tools/[A-Za-z]+[.]test' test/tools/cli test/{scripts,playground,bench,publicTypes})
ignored+=(test/scene/pointer/{fuzz,largeFiles,refusals,shapes} test/tools/gltfTransform/{clips,commandLine,dialects,losses,pointers,realFiles})
ignored+=(test/{blender,guides,hero} test/scene/host/{babylonsPointers,readers,upstream} test/scene/playing/sceneObservers test/scene/export/{curve,samplers} test/characters/crowd/halfFloat)
# Babylon.js 9.0 and older load some properties wrongly or not at all: selectability, hoverability, visibility of several primitives, lights with a
# profile, scattering volumes, OpenPBR materials.
need_newer=(test/scene/pointer/{animatedEqualsLoaded,materials,openPbr,realFiles,selectability,skins} test/scene/posing/{evaluationFiles,evaluationPointers})
need_newer+=(test/conformance test/scene/playing/brokenFiles test/scene/export/{realFiles,templates})
# They read no ratified interactivity graphs, and Jest cannot import the modules of them, which one of the real files needs.
need_newer+=(test/characters/crowd/matrices test/scene/keys/babylonKeys test/scene/loading/playbackMetadata test/parity/{flowGraph,realFiles} test/characters/library/sameAsCopy)
# They have no root motion.
need_newer+=(test/parity/rootMotion test/scene/{host,export}/rootMotion test/characters/crowd/rootMotion test/characters/rootMotion/{clipRootMotionController,missing})
need_newer+=(test/characters/{controller/rootMotion,crowd/crowdState,library/retargetedRootMotion} test/scene/playing/heldSteps)
need_newer+=(test/parity/{babylonsRootMotion,rootMotionGaps,shortRootMotion})
# What they show themselves, without this package, is not what is tested.
need_newer+=(test/engines test/tools/engines/realEngines)
# They load no FBX files.
need_newer+=(test/scene/playing/compileGroupsOfLoaders)

while [ $# -gt 0 ]; do
  core=$1 loaders=$2
  shift 2
  folder="$PWD/.peers/core-$core-others-$loaders"
  # the newest may be newer than what is there
  [ -e "$folder/installed" ] && [[ "$core $loaders" != *latest* ]] ||
    npm install --silent --no-audit --no-fund --no-package-lock --prefix "$folder" \
      "@babylonjs/core@$core" "@babylonjs/loaders@$loaders" "@babylonjs/serializers@$loaders"
  touch "$folder/installed"
  echo "== @babylonjs/core $core, @babylonjs/loaders and serializers $loaders"
  skipped=("${ignored[@]}")
  if [[ $loaders == 8.* || $loaders == 9.0.* ]]; then
    echo "-- skips the tests that need a newer Babylon.js"
    skipped+=("${need_newer[@]}")
  fi
  BABYLON_PEERS="$folder" npm test --silent -- --testPathIgnorePatterns "${skipped[@]}"
done
