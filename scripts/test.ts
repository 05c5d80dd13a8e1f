// npm test: the checks, then every test. `npm test -- packages/data` runs only the tests whose path contains that.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startVitest, type TestCase } from 'vitest/node'

type Tally = { passed: number; failed: number; skipped: number }

function runChecks(): Tally {
  const runs = '.turbo/runs'
  rmSync(runs, { recursive: true, force: true })
  const checks = ['check:format', 'check:types', 'check:imports', 'check:docs']
  const turbo = ['run', ...checks, '--continue', '--output-logs=errors-only', '--summarize']
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1' }
  const { status } = spawnSync('turbo', turbo, { stdio: 'inherit', env })
  const [summary] = readdirSync(runs)
  const { tasks } = JSON.parse(readFileSync(`${runs}/${summary}`, 'utf8'))
  const failed = tasks.filter(({ execution }: { execution?: { exitCode: number } }) => execution?.exitCode !== 0).length
  if ((status === 0) !== (failed === 0)) throw new Error(`turbo ended with ${status} and ${failed} failed checks`)
  return { passed: tasks.length - failed, failed, skipped: 0 }
}

async function runTests(filters: string[]): Promise<Tally> {
  // Hundreds of processes load the same files; each compiled once is time won for all of them.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')
  const vitest = await startVitest('test', filters, { watch: false })
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const inState = (state: string) => tests.filter((test) => test.result().state === state)
  // A file that cannot be loaded, a hook that fails and an error outside of any test fail the run as well.
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const broken = suites.filter((suite) => suite.errors().length > 0).length + vitest.state.getUnhandledErrors().length
  const skipped = inState('skipped')
  for (const test of skipped) console.log(`skipped: ${nameOf(test)}`)
  await vitest.close()
  return { passed: inState('passed').length, failed: inState('failed').length + broken, skipped: skipped.length }
}

const nameOf = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

const checks = runChecks()
const tests = await runTests(process.argv.slice(2))
const passed = checks.passed + tests.passed
const failed = checks.failed + tests.failed
console.log(`${passed} passed, ${failed} failed${tests.skipped > 0 ? `, ${tests.skipped} skipped` : ''}`)
process.exit(failed > 0 || tests.passed === 0 ? 1 : 0)
