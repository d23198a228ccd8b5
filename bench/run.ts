import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#store/embedded/launch.ts'
import { keepAnswers, requireAgreement } from './agree.ts'
import { fill, type Target } from './data.ts'
import { type Kind, kinds } from './load.ts'
import { type Line, lines, perCpu, print, type Ratio, ratio } from './report.ts'
import { alternate, type Pace, type Sample, type Variant } from './rounds.ts'
import { type Measured, startServer, stopAll } from './servers.ts'

/*
 * npm run bench [-- --quick]: Earshot against the practical limit and against a plain server, then against itself with more rows.
 *   --quick            under two minutes: fewer and shorter rounds, growth to 200,000 rows only
 *   --rows N           the largest organization of the growth part, 0 to leave that part out (2,000,000)
 *   --rounds N --seconds N --connections N --pool N
 *   --only list,one,write,build
 *   --against FOLDER   measures the Earshot of another checkout beside this one; both must have the same migrations
 *   --profile FOLDER   leaves CPU profiles of the Earshot processes there
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
const pace: Pace = {
  rounds: Number(options.rounds ?? (options.quick ? 6 : 12)),
  seconds: Number(options.seconds ?? (options.quick ? 0.5 : 2)),
  connections: Number(options.connections),
  warmUpSeconds: options.quick ? 0.7 : 3,
}
const poolSize = Number(options.pool)
const maxRows = Number(options.rows ?? (options.quick ? 200_000 : 2_000_000))
const wanted = kinds.filter((kind) => options.only.split(',').includes(kind))
const smallest = 20_000
const nodeOptions = options.profile ? ['--cpu-prof', `--cpu-prof-dir=${resolve(options.profile)}`] : []
const started: Measured[] = []

async function start(...[file, order, how]: Parameters<typeof startServer>): Promise<Measured> {
  const server = await startServer(file, order, how)
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
  const world = await fill(target, 'bench_compare', 200_000, [16, 3, 1])
  const order = { world, poolSize }
  const earshot = await start('earshot-server.ts', order, { nodeOptions })
  const other =
    options.against && (await start('earshot-server.ts', order, { folder: resolve(options.against, 'bench') }))
  const limit = await start('limit-server.ts', order)
  const plain = await start('plain-server.ts', order)
  await keepAnswers(earshot, world)
  await requireAgreement([earshot, limit, plain, ...(other ? [other] : [])], world)
  const variants: Variant[] = [
    { name: 'limit', server: limit, world },
    { name: 'earshot', server: earshot, world },
    { name: 'plain', server: plain, world },
  ]
  if (other) variants.push({ name: 'other', server: other, world })
  const samples: Sample[] = []
  for (const kind of wanted)
    samples.push(
      ...(await alternate(
        variants.filter(({ name }) => kind !== 'build' || name !== 'plain'),
        pace,
        postmaster,
        [kind],
      )),
    )
  const ratios = wanted.flatMap((kind) => [
    ratio(samples, kind, ['earshot', 'limit'], speed, { min: bars[kind].limit }),
    ...(kind === 'build'
      ? []
      : [
          ratio(samples, kind, ['earshot', 'plain'], speed, {
            ...(bars[kind].plain !== undefined && { min: bars[kind].plain }),
          }),
        ]),
    ...(other
      ? [ratio(samples, kind, ['other', 'limit'], speed), ratio(samples, kind, ['other', 'earshot'], speed)]
      : []),
    ratio(samples, kind, ['earshot', 'limit'], perCpu, { what: 'by CPU' }),
    ...(kind === 'build' ? [] : [ratio(samples, kind, ['earshot', 'plain'], perCpu, { what: 'by CPU' })]),
    ...(other
      ? [
          ratio(samples, kind, ['other', 'limit'], perCpu, { what: 'by CPU' }),
          ratio(samples, kind, ['other', 'earshot'], perCpu, { what: 'by CPU' }),
        ]
      : []),
  ])
  print(
    'Earshot beside the practical limit and a plain server; 200,000 insights, the asked organization has 160,000',
    lines(samples),
    ratios,
  )
  return { samples, ratios }
}

async function grow(target: Target, postmaster: number): Promise<{ samples: Sample[]; ratios: Ratio[] }> {
  const sizes = [...new Set([smallest, 200_000, maxRows])].filter((rows) => rows <= maxRows).sort((a, b) => a - b)
  const variants: Variant[] = []
  for (const rows of sizes) {
    console.error(`filling ${rows} insights in one organization`)
    const world = await fill(target, `bench_${rows}`, rows, [20])
    variants.push({ name: `${rows} rows`, world, server: await start('earshot-server.ts', { world, poolSize }) })
  }
  const samples = await alternate(variants, pace, postmaster, wanted)
  const [first, ...larger] = variants.map((variant) => variant.name)
  const ratios = wanted.flatMap((kind) => larger.map((name) => ratio(samples, kind, [name, first!], p50, { max: 1.3 })))
  print('The p50 of Earshot as an organization grows', lines(samples), ratios)
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
async function clear() {
  await stopAll(started.splice(0))
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void clear().finally(() => process.exit(1)))

try {
  const { database: _, ...target } = postgres.connection
  const compared = await compare(target, postgres.pid)
  await stopAll(started.splice(0))
  const grown = maxRows >= smallest ? await grow(target, postgres.pid) : undefined
  if (options.json)
    writeFileSync(
      options.json,
      JSON.stringify({ pace, poolSize, compared: part(compared), grown: grown && part(grown) }, null, 2),
    )
} finally {
  await clear()
}
