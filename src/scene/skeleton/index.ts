export { FollowSkeletons, ReasonNotToFollow, unfollowAll, UnfollowSkeletons } from "./followSkeletons.js";
export type { SkeletonOwner } from "./followSkeletons.js";
