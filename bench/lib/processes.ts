import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@parley/local-stack/free-port'

const ticksPerSecond = 100 // of /proc, on every Linux that we know
const readyTimeoutMs = 60_000

export type BenchProcess = { pid: number; port: number; stop(): Promise<void> }

/** CPU seconds that a process has used so far, its own and the system's on its behalf. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Of a server with a process for each connection: those that have ended count in their parent. */
export function cpuSecondsOfTree(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ended = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const running = children.map((child) => {
    try {
      return cpuSeconds(Number(child))
    } catch {
      return 0 // ended since
    }
  })
  return cpuSeconds(pid) + ended + running.reduce((sum, each) => sum + each, 0)
}

export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

export const startApp = (name: string, env: Record<string, string>): Promise<BenchProcess> =>
  start(fileURLToPath(new URL(`../../apps/${name}/src/main.ts`, import.meta.url)), env)

/** A server of the benchmarks themselves, `bench/servers/<name>.ts`, which is told the ports as well as its arguments. */
export const startServer = (name: string, env: Record<string, string>, args: string[] = []): Promise<BenchProcess> =>
  start(fileURLToPath(new URL(`../servers/${name}.ts`, import.meta.url)), env, args)

async function start(entry: string, env: Record<string, string>, args: string[] = []): Promise<BenchProcess> {
  const [port, healthPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [entry, String(port), String(healthPort), ...args], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      HOST: '127.0.0.1',
      HEALTH_PORT: String(healthPort),
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  const deadline = Date.now() + readyTimeoutMs
  while (!(await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${entry} did not start`)
    await delay(50)
  }
  return {
    pid: child.pid ?? 0,
    port,
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
