import config from "./jest.config.js";

/**
 * The tests of what is done with the animations of files, on keys that are made when a file is loaded. Those of each property and each file
 * run on keys on demand only: test/keys compares these with the keys of Babylon's loader, and the same code makes both for pointers.
 * @type {import("jest").Config}
 */
export default {
  ...config,
  setupFilesAfterEnv: [...(config.setupFilesAfterEnv ?? []), "<rootDir>/test/helpers/eagerKeys.ts"],
  testMatch: [
    "<rootDir>/test/{evaluation,extensions,pointer,serializer}/*.test.ts",
    "<rootDir>/test/playback/{lifecycle,parseClip,realFiles,sharedChannels}.test.ts",
    "<rootDir>/test/crowd/{clipCrowd,fades,files,groups,levels,lifecycle,promotion,scene}.test.ts",
  ],
  testPathIgnorePatterns: [
    // each property, each file
    "/pointer/(animatedEqualsLoaded|materials|openPbr|realFiles|skins)\\.",
    "/serializer/(realFiles|templates)\\.",
    // no animations of files
    "/evaluation/(activeChannels|animatableEvaluator|animatedProperty|compile|compiledEvaluator|influencesEqualBabylon|keyRange)\\.",
    "/evaluation/(babylonMixing|mixer|mixing|mixingEqualsBabylon|playable|propertyAccess|propertyList|valueKind)\\.",
    "/pointer/(coupledMaterial|keys|openPbrCoat|openPbrLayers|setters|subSurface)\\.",
    "/serializer/(curve|edges|inverse|samplers)\\.",
    // how pointers are read from files, before there are keys
    "/pointer/(fuzz|largeFiles|refusals|shapes)\\.",
  ],
};
