/** For programs that must not see the developer's settings. With the run's compile cache they load in half the time. */
export const bareEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
