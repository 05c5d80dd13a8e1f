import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{apps,packages}/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'e2e/**/*.test.ts'],
    globalSetup: 'packages/testing/src/global-setup.ts',
    // Tests run as production does: Node's own loader, its own TypeScript, no bundler in between.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Most tests wait on a store or a process; one more than there are cores keeps these busy.
    maxWorkers: availableParallelism() + 1,
    // On a machine that others share, a test that real processes and clocks have upset gets a second look.
    retry: process.env.CI ? 2 : 0,
    // Each file has its own database and its own queues; to load all modules anew for each would take half of the time.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
