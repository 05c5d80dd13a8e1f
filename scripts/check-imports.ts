// Fails on an import against the direction: contracts ← data, queues ← runtime ← apps.
import { readdir, readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { runCheck } from './run-check.ts'

/** What each package may import. Those that may import nothing of the domain know nothing of it. */
const mayImport: Record<string, readonly string[]> = {
  contracts: [],
  client: [],
  service: [],
  outbound: ['service'],
  'local-stack': [],
  data: ['contracts'],
  queues: ['contracts'],
  media: ['contracts', 'outbound'],
  bot: ['contracts', 'data'],
  runtime: ['contracts', 'data', 'queues', 'media', 'service', 'outbound'],
  testing: ['contracts', 'data', 'queues', 'media', 'service', 'outbound', 'runtime', 'local-stack'],
}
const appsMayImport = ['contracts', 'data', 'queues', 'media', 'bot', 'service', 'outbound', 'runtime']
const standaloneMayImport = [...appsMayImport, 'local-stack']
/** Beside what the code that they test may import. */
const testsMayImport = ['testing', 'local-stack', 'client']

type Manifest = { name: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
type Room = { kind: 'apps' | 'packages'; name: string; folder: string; manifest: Manifest }

export async function findImportFaults(root: string): Promise<string[]> {
  const rooms = await readRooms(root)
  const rootManifest = await readManifest(root)
  const faults = findCycle(rooms)
  for (const room of rooms) {
    if (room.kind === 'packages' && !mayImport[room.name]) {
      faults.push(`packages/${room.name}: say in scripts/check-imports.ts what it may import`)
    }
    for (const file of await listSources(room.folder)) {
      const isTest = room.name === 'testing' || /\.test\.tsx?$/.test(file) || file.includes(`${sep}testing${sep}`)
      const tools = isTest ? Object.keys(rootManifest.devDependencies ?? {}) : []
      for (const specifier of readSpecifiers(await readFile(file, 'utf8'))) {
        const fault = judge(specifier, { room, rooms, file, isTest, tools })
        if (fault) faults.push(`${relative(root, file)} imports ${specifier}: ${fault}`)
      }
    }
  }
  return faults
}

type Importer = { room: Room; rooms: Room[]; file: string; isTest: boolean; tools: string[] }

function judge(specifier: string, { room, rooms, file, isTest, tools }: Importer): string | undefined {
  if (specifier.startsWith('.')) {
    const inside = !relative(room.folder, resolve(dirname(file), specifier)).startsWith('..')
    return inside ? undefined : 'a relative path must not leave its package'
  }
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return undefined

  const dependency = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const target = rooms.find((other) => other.manifest.name === dependency)
  if (target?.name === room.name) return undefined
  if (target?.kind === 'apps') return 'nothing imports an app'
  if (target) {
    if (isTest && testsMayImport.includes(target.name)) return undefined
    if (target.name === 'testing') return 'only tests may'
    if (!allowedOf(room).includes(target.name)) return `${room.kind}/${room.name} may not import ${target.name}`
  }
  const { dependencies, devDependencies } = room.manifest
  const declared = dependency in { ...dependencies, ...(isTest && devDependencies) } || tools.includes(dependency)
  return declared ? undefined : `${room.kind}/${room.name}/package.json does not declare ${dependency}`
}

function allowedOf(room: Room): readonly string[] {
  if (room.kind === 'packages') return mayImport[room.name] ?? []
  return room.name === 'standalone' ? standaloneMayImport : appsMayImport
}

function findCycle(rooms: Room[]): string[] {
  const byName = new Map(rooms.map((room) => [room.manifest.name, room]))
  const finished = new Set<Room>()
  const visit = (room: Room, path: Room[]): string[] => {
    if (path.includes(room)) {
      const circle = [...path.slice(path.indexOf(room)), room].map(({ manifest }) => manifest.name)
      return [`packages depend on each other in a circle: ${circle.join(' → ')}`]
    }
    if (finished.has(room)) return []
    finished.add(room)
    const next = Object.keys(room.manifest.dependencies ?? {}).flatMap((name) => byName.get(name) ?? [])
    return next.flatMap((dependency) => visit(dependency, [...path, room]))
  }
  return rooms.flatMap((room) => visit(room, []))
}

const importPattern =
  /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

const readSpecifiers = (source: string): string[] =>
  [...source.matchAll(importPattern)].flatMap(([, ...found]) => found.filter((specifier) => specifier !== undefined))

async function readRooms(root: string): Promise<Room[]> {
  const rooms: Room[] = []
  for (const kind of ['apps', 'packages'] as const) {
    for (const name of (await readdir(join(root, kind))).sort()) {
      const folder = join(root, kind, name)
      const manifest = await readManifest(folder).catch(() => undefined)
      if (manifest) rooms.push({ kind, name, folder, manifest })
    }
  }
  return rooms
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mts|mjs|js)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/(^|[\\/])(node_modules|generated|dist)[\\/]/.test(relative(folder, file)))
}

if (import.meta.main) await runCheck(findImportFaults)
