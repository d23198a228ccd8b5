import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { storeExpectedResponses, assertSameResponses } from './verify-parity.ts'
import { type Dataset, fill, type Target } from './data.ts'
import { type Kind, kinds } from './load.ts'
import { type Line, lines, perCpu, print, type Ratio, ratio } from './report.ts'
import { alternate, type LoadSettings, type Sample, type Variant } from './alternate.ts'
import { type MeasuredServer, startServer, stopAll } from './servers.ts'

/*
 * npm run bench [-- --quick]: compares Earshot with the practical limit and with a plain server,
 * then with itself as the number of rows grows.
 *   --quick            fewer and shorter rounds, growth to 200,000 rows only
 *   --rows N           size of the largest organization in the growth part, 0 to skip that part (2,000,000)
 *   --rounds N --seconds N --connections N --pool N
 *   --only list,one,write,build
 *   --against FOLDER   also measures the Earshot of another checkout; both must have the same migrations
 *   --profile FOLDER   writes CPU profiles of the Earshot processes there
 *   --json FILE        saves the figures and every sample
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    rows: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '16' },
    pool: { type: 'string', default: '8' },
    only: { type: 'string', default: kinds.join(',') },
    against: { type: 'string' },
    profile: { type: 'string' },
    json: { type: 'string' },
  },
})
const settings: LoadSettings = {
  rounds: Number(options.rounds ?? (options.quick ? 6 : 12)),
  seconds: Number(options.seconds ?? (options.quick ? 0.5 : 2)),
  connections: Number(options.connections),
  warmUpSeconds: options.quick ? 0.7 : 3,
}
const poolSize = Number(options.pool)
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
const bars: Record<Kind, { limit: number; plain?: number }> = {
  list: { limit: 0.3, plain: 3 },
  one: { limit: 0.6 },
  write: { limit: 0.45 },
  build: { limit: 0.5 },
}

async function compare(target: Target, postmaster: number): Promise<{ samples: Sample[]; ratios: Ratio[] }> {
  console.error('filling 200,000 insights in 3 organizations')
  const dataset = await fill(target, 'bench_compare', 200_000, [16, 3, 1])
  const variants = await startVariants(dataset)
  const samples: Sample[] = []
  for (const kind of selected) {
    const measured = variants.filter(({ name }) => kind !== 'build' || name !== 'plain')
    samples.push(...(await alternate(measured, { settings, postmaster }, [kind])))
  }
  const ratios = selected.flatMap((kind) => ratiosOf(samples, kind))
  print(
    'Earshot, the practical limit and a plain server; 200,000 insights, 160,000 of them in the queried organization',
    lines(samples),
    ratios,
  )
  return { samples, ratios }
}

async function startVariants(dataset: Dataset): Promise<Variant[]> {
  const serverOptions = { dataset, poolSize }
  const earshot = await start('earshot-server.ts', serverOptions, { nodeOptions })
  const variants: Variant[] = [
    { name: 'limit', server: await start('limit-server.ts', serverOptions), dataset },
    { name: 'earshot', server: earshot, dataset },
    { name: 'plain', server: await start('plain-server.ts', serverOptions), dataset },
  ]
  if (options.against) {
    const folder = resolve(options.against, 'bench')
    variants.push({ name: 'other', server: await start('earshot-server.ts', serverOptions, { folder }), dataset })
  }
  await storeExpectedResponses(earshot, dataset)
  await assertSameResponses(
    [earshot, ...variants.map(({ server }) => server).filter((one) => one !== earshot)],
    dataset,
  )
  return variants
}

function ratiosOf(samples: readonly Sample[], kind: Kind): Ratio[] {
  const { limit, plain } = bars[kind]
  const of = (numerator: string, denominator: string) => ({ samples, kind, of: [numerator, denominator] as const })
  const hasPlain = kind !== 'build'
  const others = options.against ? [of('other', 'limit'), of('other', 'earshot')] : []
  const byCpu = [of('earshot', 'limit'), ...(hasPlain ? [of('earshot', 'plain')] : []), ...others]
  return [
    ratio(of('earshot', 'limit'), speed, { min: limit }),
    ...(hasPlain ? [ratio(of('earshot', 'plain'), speed, plain === undefined ? {} : { min: plain })] : []),
    ...others.map((comparison) => ratio(comparison, speed)),
    ...byCpu.map((comparison) => ratio(comparison, perCpu, { what: 'by CPU' })),
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
  const samples = await alternate(variants, { settings, postmaster }, selected)
  const [first, ...larger] = variants.map((variant) => variant.name)
  const ratios = selected.flatMap((kind) =>
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
