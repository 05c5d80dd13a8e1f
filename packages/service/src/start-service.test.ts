import { expect, onTestFinished, test } from 'vitest'
import { runScript } from '../testing/run-script.ts'

function startDemo(body: string, env: NodeJS.ProcessEnv = {}) {
  const script = runScript(
    `
    import { ServiceConfig } from './common-config.ts'
    import { readConfig } from './config.ts'
    import { startService } from './start-service.ts'
    const service = await startService('demo', readConfig(ServiceConfig))
    ${body}
    console.log('up')
    `,
    { HEALTH_PORT: '0', ...env },
  )
  onTestFinished(() => void script.child.kill('SIGKILL'))
  return script
}

const healthUrl = (script: ReturnType<typeof startDemo>) => script.saw(/"health":"(http:[^"]+)"/)

test.each(['SIGTERM', 'SIGINT'] as const)('%s runs the steps from last to first and exits with 0', async (signal) => {
  const script = startDemo(`
    service.onStop('database', async () => console.log('database closed'))
    service.onStop('server', async () => console.log('server closed'))
  `)
  await script.saw(/^up$/m)
  script.child.kill(signal)
  const { code, stdout } = await script.exit()
  expect(code).toBe(0)
  expect(stdout.match(/\w+ closed/g)).toEqual(['server closed', 'database closed'])
})

test('while it stops it is alive but not ready', async () => {
  const script = startDemo(`
    service.addReadyCheck('database', async () => undefined)
    service.onStop('work', () => new Promise(() => console.log('draining')))
  `)
  const url = await healthUrl(script)
  await script.saw(/^up$/m)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  script.child.kill('SIGTERM')
  await script.saw(/^draining$/m)
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ checks: { database: 'ok', shutdown: 'the process is stopping' } })
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test('it is not ready before its first check is named', async () => {
  const url = await healthUrl(startDemo(''))
  const ready = await fetch(`${url}/readyz`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ checks: { startup: 'the process is starting' } })
})

test('a step that overruns the grace time or fails is told, the others still run, and the exit is 1', async () => {
  const script = startDemo(
    `
    service.onStop('database', async () => console.log('database closed'))
    service.onStop('broken', async () => { throw new Error('torn') })
    service.onStop('endless', () => new Promise(() => {}))
    `,
    { SHUTDOWN_GRACE_MS: '50' },
  )
  await script.saw(/^up$/m)
  script.child.kill('SIGTERM')
  const { code, stdout } = await script.exit()
  expect(code).toBe(1)
  expect(stdout).toContain('database closed')
  expect(stdout).toMatch(/"step":"endless".*did not stop within the grace time/)
  expect(stdout).toMatch(/"step":"broken".*torn.*failed to stop/)
})

test('a second signal ends it at once', async () => {
  const script = startDemo(`service.onStop('endless', () => new Promise(() => console.log('draining')))`)
  await script.saw(/^up$/m)
  script.child.kill('SIGINT')
  await script.saw(/^draining$/m)
  script.child.kill('SIGINT')
  expect(await script.exit()).toMatchObject({ code: 1, stdout: expect.stringContaining('asked to stop again') })
})

test.each([
  ['an exception', `setImmediate(() => { throw new Error('postgres://u:hunter2@db is gone') })`],
  ['a rejection', `void Promise.reject(new Error('postgres://u:hunter2@db is gone'))`],
])('%s that nothing caught is logged, without secrets, and the exit is 1', async (_, body) => {
  const { code, stdout } = await startDemo(body).exit()
  expect(code).toBe(1)
  expect(stdout).toMatch(/"level":"fatal".*postgres:\/\/u:\[redacted\]@db is gone/)
  expect(stdout).not.toContain('hunter2')
})

test('stop() leaves nothing behind that keeps the process up', async () => {
  const script = startDemo('await service.stop()')
  expect(await script.exit()).toMatchObject({ code: 0, stdout: expect.stringContaining('up') })
})
