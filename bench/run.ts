import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { assertIdempotent, assertSameResponses, storeExpectedResponses } from './verify-parity.ts'
import { type Dataset, fill, type Target } from './data.ts'
import { goals, implementsKind } from './goals.ts'
import { hasWrk, insightKinds, type Kind, kinds } from './load.ts'
import { type Line, lines, perCpu, print, type Ratio, ratio } from './report.ts'
import { alternate, type LoadSettings, type Sample, type Variant } from './alternate.ts'
import { type MeasuredServer, startServer, stopAll } from './servers.ts'
import { fillLikeUsers } from './user-data.ts'

/*
 * npm run bench [-- --quick]: compares Earshot with the practical limit, without and with a check of the API key, and
 * with a plain server, then with itself as the number of rows grows. The goals are ratios of the CPU time that the
 * server and PostgreSQL use, because other load on the machine changes times but not these.
 *   --quick            fewer and shorter rounds, growth to 200,000 rows only
 *   --insights N       size of the organization in the first part (200,000)
 *   --rows N           size of the largest organization in the growth part, 0 to skip that part (2,000,000)
 *   --requests N       ends a round after N requests, for CPU times on a machine with other load
 *   --rounds N --seconds N --connections N --pool N
 *   --only list,one,themes,projects,opportunities,feedback,contacts,write,build
 *   --variants earshot,limit   these alone instead of all ("bare limit", plain); these two are needed
 *   --peers FOLDER     also measures a common stack; express and sequelize are installed in FOLDER
 *   --against FOLDER   also measures the Earshot of another checkout; both must have the same migrations
 *   --profile FOLDER   writes CPU profiles of the Earshot processes there
 *   --json FILE        saves the figures and every sample
 * The load comes from wrk where it is installed, else from autocannon, in a process that is not counted.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    insights: { type: 'string', default: '200000' },
    rows: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    requests: { type: 'string', default: '0' },
    connections: { type: 'string', default: '16' },
    pool: { type: 'string', default: '8' },
    only: { type: 'string', default: kinds.join(',') },
    variants: { type: 'string' },
    peers: { type: 'string' },
    against: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'string' },
  },
})
const settings: LoadSettings = {
  rounds: Number(options.rounds ?? (options.quick ? 6 : 12)),
  seconds: Number(options.seconds ?? (options.quick ? 1 : 2)),
  requests: Number(options.requests),
  connections: Number(options.connections),
  warmUpSeconds: options.quick ? 1 : 3,
}
const poolSize = Number(options.pool)
const insights = Number(options.insights)
const maxRows = Number(options.rows ?? (options.quick ? 200_000 : 2_000_000))
const selected = kinds.filter((kind) => options.only.split(',').includes(kind))
const smallest = 20_000
const nodeOptions = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : []
const started: MeasuredServer[] = []

async function start(...args: Parameters<typeof startServer>): Promise<MeasuredServer> {
  const server = await startServer(...args)
  started.push(server)
  return server
}

const speed = (sample: Sample) => sample.requestsPerSecond
const p50 = (sample: Sample) => sample.p50

async function compare(target: Target, postmaster: number): Promise<{ samples: Sample[]; ratios: Ratio[] }> {
  console.error(`filling an organization of ${insights} insights; load from ${hasWrk ? 'wrk' : 'autocannon'}`)
  const dataset = await fillLikeUsers(target, 'bench_compare', insights)
  const variants = await startVariants(dataset)
  const samples: Sample[] = []
  for (const kind of selected) {
    const measured = variants.filter(({ name }) => implementsKind(name, kind))
    samples.push(...(await alternate(measured, { settings, postmaster }, [kind])))
  }
  const ratios = selected.flatMap((kind) => ratiosOf(samples, kind))
  print(
    `Earshot, the practical limit and a plain server; ${insights} insights with their contacts, feedback and plans`,
    lines(samples),
    ratios,
  )
  return { samples, ratios }
}

async function startVariants(dataset: Dataset): Promise<Variant[]> {
  const serverOptions = { dataset, poolSize }
  const starts: Record<string, () => Promise<MeasuredServer>> = {
    earshot: () => start('earshot-server.ts', { ...serverOptions, limitsRates: true }, { nodeOptions }),
    'bare limit': () => start('limit-server.ts', serverOptions),
    limit: () => start('limit-server.ts', { ...serverOptions, checksKey: true }),
    plain: () => start('plain-server.ts', serverOptions),
    ...(options.peers && {
      'Express and Sequelize': () => {
        process.env.EARSHOT_BENCH_PEERS = resolve(options.peers!)
        return start('peer-server.ts', serverOptions)
      },
    }),
    ...(options.against && {
      other: () => {
        const folder = resolve(options.against!, 'bench')
        return start('earshot-server.ts', { ...serverOptions, limitsRates: true }, { folder })
      },
    }),
  }
  const wanted = options.variants?.split(',')
  const variants: Variant[] = []
  for (const [name, open] of Object.entries(starts))
    if (!wanted || wanted.includes(name)) variants.push({ name, server: await open(), dataset })
  const servers = variants.map(({ server }) => server)
  await storeExpectedResponses(servers[0]!, dataset, selected)
  await assertSameResponses(servers, dataset)
  for (const { name, server } of variants)
    if (implementsKind(name, 'write') && !name.includes('limit')) await assertIdempotent(server, dataset)
  return variants
}

/** `limit` is the one that checks the key. */
function ratiosOf(samples: readonly Sample[], kind: Kind): Ratio[] {
  const isMeasured = (variant: string) => samples.some((sample) => sample.kind === kind && sample.variant === variant)
  const of = (numerator: string, denominator: string) => ({ samples, kind, of: [numerator, denominator] as const })
  const comparisons = [
    of('earshot', 'bare limit'),
    of('plain', 'bare limit'),
    of('Express and Sequelize', 'bare limit'),
    of('earshot', 'plain'),
    of('other', 'limit'),
    of('earshot', 'other'),
  ].filter((comparison) => comparison.of.every(isMeasured))
  return [
    ratio(of('earshot', 'limit'), perCpu, { what: 'by CPU', min: goals[kind] }),
    ...comparisons.map((comparison) => ratio(comparison, perCpu, { what: 'by CPU' })),
    ...[of('earshot', 'limit'), ...comparisons].map((comparison) => ratio(comparison, speed)),
  ]
}

async function grow(target: Target, postmaster: number): Promise<{ samples: Sample[]; ratios: Ratio[] }> {
  const sizes = [...new Set([smallest, 200_000, maxRows])].filter((rows) => rows <= maxRows).sort((a, b) => a - b)
  const variants: Variant[] = []
  for (const rows of sizes) {
    console.error(`filling ${rows} insights in one organization`)
    const dataset = await fill(target, `bench_${rows}`, rows, [20])
    variants.push({ name: `${rows} rows`, dataset, server: await start('earshot-server.ts', { dataset, poolSize }) })
  }
  const grown = insightKinds.filter((kind) => selected.includes(kind))
  const samples = await alternate(variants, { settings, postmaster }, grown)
  const [first, ...larger] = variants.map((variant) => variant.name)
  const ratios = grown.flatMap((kind) =>
    larger.map((name) => ratio({ samples, kind, of: [name, first!] }, p50, { max: 1.3 })),
  )
  print('p50 of Earshot as an organization grows', lines(samples), ratios)
  return { samples, ratios }
}

type Part = { lines: Line[]; ratios: Ratio[]; samples: Sample[] }
const part = ({ samples, ratios }: { samples: Sample[]; ratios: Ratio[] }): Part => ({
  lines: lines(samples),
  ratios,
  samples,
})

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const postgres = await startEmbedded({ dataDir })
async function cleanUp() {
  await stopAll(started.splice(0))
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))

try {
  const { database: _, ...target } = postgres.connection
  const compared = await compare(target, postgres.pid)
  await stopAll(started.splice(0))
  const grown = maxRows >= smallest ? await grow(target, postgres.pid) : undefined
  if (options.json)
    writeFileSync(
      options.json,
      JSON.stringify({ settings, poolSize, compared: part(compared), grown: grown && part(grown) }, null, 2),
    )
} finally {
  await cleanUp()
}
