/**
 * What a process that a test starts takes over from the run: the mark by which leftovers are found, and what others
 * have compiled already. All else it finds in its environment is the test's to say.
 */
export const inheritedEnv = (): NodeJS.ProcessEnv => {
  const { PATH, PARLEY_TEST_RUN, NODE_COMPILE_CACHE } = process.env
  return { PATH, PARLEY_TEST_RUN, NODE_COMPILE_CACHE }
}
