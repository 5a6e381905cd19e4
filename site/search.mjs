/** The search of the site: guides come before the API, and are found by other words for a thing, too. */
import { API } from "./pages.mjs";

/**
 * The words that find a section, besides those of its text: words of other engines and tools, and what people want to do. The keys are the path of the
 * page, without its ending, and the anchor of the heading.
 * @type {Record<string, string>}
 */
export const WORDS = {
  "docs/start#getting-started": "tutorial quick start begin hello world example template vite",
  "docs/start#install": "npm yarn pnpm setup download cdn",
  "docs/clips#clips": "animation clip play pause stop resume",
  "docs/clips#settings": "loop looping repeat once ping-pong pingpong yoyo reverse trim subclip range speed",
  "docs/clips#playing": "play pause stop resume seek scrub goToFrame wait finish onended await promise",
  "docs/clips#events-in-a-file": "footstep footsteps notify marker markers trigger sound callback animation event AnimationEvent",
  "docs/clips#cross-fades": "crossfade crossfading fade fading transition transitions blend blending smooth",
  "docs/clips#blends": "blend space blending 1D 2D strafe locomotion interpolate weight",
  "docs/clips#layers": "upper body lower body avatar mask masking override layered aim shoot while running",
  "docs/clips#clocks": "time scale slow motion pause game sync video audio",
  "docs/clips#update-rates": "LOD level of detail throttle update rate distance off-screen visibility culling",
  "docs/clips#root-motion": "root motion foot sliding feet slide in place locomotion",
  "docs/clips#poses": "T-pose bind pose rest pose reset thumbnail",
  "docs/controller#controllers":
    "state machine FSM statemachine animator animation graph Unity Unreal Godot Mecanim AnimGraph AnimationTree blend tree attack combo idle",
  "docs/controller#definition": "states transitions parameters trigger bool condition any state exit time JSON",
  "docs/controller#look-at-it-the-tab-states":
    "graph editor visual state machine view node editor debug debugger live inspect diagram Animator window",
  "docs/controller#in-two-dimensions": "blend space strafe strafing 2D directional WASD",
  "docs/controller#a-hit-from-any-state": "attack hit damage die death punch interrupt any state",
  "docs/moves#moves-for-my-character":
    "retarget retargeting retargeted humanoid avatar moves another skeleton rig bones mixamo Mixamo VRM vrm VRoid vroid Ready Player Me readyplayerme rpm",
  "docs/moves#a-move-from-mixamo": "mixamo Mixamo mixamorig FBX fbx download convert",
  "docs/moves#ready-player-me": "ready player me readyplayerme rpm avatar",
  "docs/moves#vroid-and-vrm": "VRM vrm vrma VRMA VRoid vroid VRM0 VRM1 avatar",
  "docs/moves#what-a-finding-says": "SKELETON_DOUBTFUL warning twisted arms wrong pose renameNodes retarget.body",
  "docs/moves#which-node-is-which-bone": "humanoid bone mapping bones DescribeSkeleton inspect skeleton",
  "docs/faces#faces":
    "face faces facial expression expressions lip sync lipsync visemes viseme arkit ARKit blendshapes blend shapes shape keys morph targets weights VRM VRoid Oculus Ready Player Me talk talking mouth blink",
  "docs/faces#expressions":
    "expression expressions emotion happy joy blink lip sync VRM vrm vrma VRMA BlendShapeProxy blendShapeMaster expressionManager",
  "docs/faces#names-that-find-each-other": "arkit 52 blendshapes visemes VRM presets targetNames names",
  "docs/third-person#a-third-person-character":
    "third person game starter template boilerplate degit player character controller WASD keyboard gamepad physics Havok gravity jump follow camera movement PhysicsCharacterController",
  "docs/react#react":
    "React hook hooks useEffect StrictMode Next.js nextjs Vue Svelte Angular framework component react-babylonjs useClips useAnimations HMR hot reload",
  "docs/crowds#crowds":
    "crowd VAT vertex animation texture baked instancing instances thin instances GPU thousands hordes many characters zombies army NPC spectators",
  "docs/crowds#options": "LOD levels of detail culling picking click raycast",
  "docs/crowds#spectators-that-differ": "color colour variation skins outfits attach attachment weapon hat",
  "docs/crowds#costs": "memory benchmark",
  "docs/crowds#limits": "WebGPU shadows",
  "docs/pointers#properties-that-can-be-animated":
    "KHR_animation_pointer animate material color texture UV offset light camera visibility emissive",
  "docs/pointers#meshes-1": "morph targets weights blend shapes face facial expression",
  "docs/pointer-gaps#what-babylonjs-khr_animation_pointer-leaves-out": "KHR_animation_pointer broken not working wrong bug",
  "docs/server#on-a-server-rollback-and-replay":
    "multiplayer network netcode rollback headless NullEngine deterministic lockstep determinism colyseus hitbox",
  "docs/server#what-a-state-has-in-it": "save load restore snapshot serialize state save game",
  "docs/artists#for-artists-without-code": "artist designer editor GUI no code drag drop online tool",
  "docs/artists#cut-an-animation-into-moves": "editor cut split trim rename",
  "docs/artists#save-or-save-as-baked": "save as baked bake download",
  "docs/artists#what-opens-a-baked-file": "three.js threejs PlayCanvas Cesium Filament Galacean viewer model-viewer engines",
  "docs/authoring#making-files-with-clips": "CLI command line tools glb gltf edit",
  "docs/authoring#from-one-long-animation-to-a-character": "split cut timeline",
  "docs/authoring#bake-clips-for-other-viewers": "bake baking other viewers engines compatibility",
  "docs/authoring#join-the-parts-of-a-character": "merge meshes join draw calls optimize",
  "docs/authoring#combine-the-animations-of-several-files": "merge combine animations files",
  "docs/authoring#validate-a-file": "validate validator check lint errors centimeters too large frame rate late pivots",
  "docs/authoring#moves-from-fbx": "fbx FBX Mixamo mixamo bvh BVH fbx2gltf FBX2glTF assimp convert conversion import motion capture mocap",
  "docs/blender#from-blender-to-babylon-in-five-minutes": "Blender NLA actions strips add-on addon plugin export artist",
  "docs/engines#other-engines":
    "compatibility portable elsewhere everywhere plays wrong different three threejs babylon playcanvas lite galacean filament cesium luma ogl x_ite x3d vtkjs vtk paraview f3d qt qtquick3d balsam godot3 godot rhodonite pixi3d pixi hilo3d maptalks orillusion claygl three-animation-pointer needle three-vrm vrma model-viewer viewer engines",
  "docs/engines#what-is-written": "bake everywhere all engines compatible convert linear keys",
  "docs/export#exporting-scenes-with-their-animations": "save export GLTF2Export serializer serializers download glb",
  "docs/export#gltf-transform": "gltf-transform optimize compress draco meshopt gltfpack",
  "docs/authoring#after-another-tool": "compare diff motion lost clips restore packed",
  "docs/file-tools#see-what-a-tool-did": "compare diff motion broken animation after export conversion",
  "docs/file-tools#gltfpack": "meshopt meshoptimizer compress pack",
  "docs/file-tools#gltf-pipeline": "Cesium obj2gltf draco",
  "docs/file-tools#fbx2gltf": "FBX Maya MotionBuilder Mixamo convert converter",
  "docs/file-tools#threejs": "FBXLoader BVHLoader GLTFExporter USDZExporter usdz bvh needle vrm VRMA",
  "docs/file-tools#assimp": "assimpjs converter FBX Collada",
  "docs/file-tools#others": "Godot gltfjsx react-three-fiber babylon-mmd MMD VMD",
  "docs/recipes#my-animation-is-slow": "performance FPS lag stutter slow speed up optimize faster CPU profile",
  "docs/recipes#split-one-long-animation-into-moves": "split cut slice frames subclip timeline",
  "docs/recipes#play-all-parts-of-the-file-together":
    "play all animations at once simultaneously every group whole file combine groups machine",
  "docs/recipes#cross-fade-from-walking-to-running": "crossfade blend blending smooth transition foot sync phase",
  "docs/recipes#root-motion-without-sliding-feet": "root motion foot sliding skating",
  "docs/recipes#mixamo-with-one-file-for-each-animation": "Mixamo FBX several files separate animations combine load",
  "docs/recipes#share-animations-between-characters-to-save-memory": "share reuse memory library same skeleton",
  "docs/recipes#retarget-an-animation-to-other-skeletons": "different skeleton rig bones AnimatorAvatar",
  "docs/recipes#play-once-and-backwards": "once reverse backwards rewind door open close hold last frame clamp",
  "docs/recipes#my-clip-does-not-move": "not playing not working does nothing stuck frozen T-pose debug troubleshooting",
  "docs/recipes#synchronize-with-a-server-or-a-sound": "sync music audio video network clock",
  "docs/recipes#rollback-and-saved-games": "rollback save game load game undo",
  "docs/recipes#inverse-kinematics-after-the-animation":
    "IK inverse kinematics foot placement look at aim BoneIKController BoneLookController ragdoll",
  "docs/recipes#add-a-nod-or-a-recoil-to-an-animation": "additive recoil lean breathe procedural head look bone override",
  "docs/recipes#the-pose-of-the-last-animation-remains": "reset bind pose rest pose stuck pose",
  "docs/recipes#from-animationgroupstart-to-clips": "migrate migration AnimationGroup start loop speedRatio goToFrame",
};

/**
 * What the index has of a page. A page of the API is one section: what it is for, and the names of its members. Pages that contributors read are left
 * out.
 * @param {string} page its path in the repository @param {string} source @param {readonly string[]} unsearched
 */
export function searchedSource(page, source, unsearched) {
  if (!page.startsWith(`site/${API}/`)) {
    return unsearched.includes(page) ? "" : source;
  }
  const [about = ""] = source.split(/^## /m, 1);
  const members = Array.from(source.matchAll(/^### (.*)$/gm), ([, name = ""]) => name);
  return `${about}\n${[...new Set(members)].join(" ")}\n`;
}

/** @typedef {{ id: string, title: string, titles: string[], text: string }} Section what the index has of a heading and the text below it */

/**
 * The words of a section: see {@link WORDS}.
 * @param {string} id its address on the site
 */
function wordsOf(id) {
  const key = Object.keys(WORDS).find((path) => id.endsWith(`/${path.replace("#", ".html#")}`));
  return key === undefined ? "" : WORDS[key];
}

/**
 * Options of MiniSearch. VitePress writes the source of these functions into the page, so that they use nothing outside of themselves. Only
 * `extractField` does: the build calls it, and the page never.
 */
export const MINI_SEARCH = {
  options: {
    fields: ["title", "titles", "text", "words"],
    /** @param {Section} section @param {string} field */
    extractField: (section, field) => (field === "words" ? wordsOf(section.id) : section[/** @type {keyof Section} */ (field)]),
    /** Plurals are the same word; what questions begin with says nothing. @param {string} term */
    processTerm: (term) => {
      const word = term.toLowerCase();
      if (/^(an?|the|how|do|does|can|my|in|of|to|is|it|and|or|with|for)$/.test(word)) {
        return null;
      }
      return /[^siu]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
    },
  },
  searchOptions: {
    /** A letter begins too many words. @param {string} term */
    prefix: (term) => term.length > 1,
    /** One wrong letter for every six. @param {string} term */
    fuzzy: (term) => (term.length < 6 ? 0 : Math.floor(term.length / 6)),
    bm25: { k: 1.2, b: 0.4, d: 0.5 }, // a long section is no worse
    weights: { prefix: 0.3, fuzzy: 0.05 }, // an exact word comes first
    boost: { title: 4, words: 6, text: 2, titles: 1 },
    /** Guides before reference, and reference before everything else. @param {string} id */
    boostDocument: (id) => (/\/docs\/(?!behavior|reliability)/.test(id) ? 1 : /\/docs\//.test(id) ? 0.3 : 0.1),
  },
};
