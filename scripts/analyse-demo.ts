import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analysedFolder, type KeptFinding, printOf, readAnalysed, readVectors } from '#demo/analysed.ts'
import { feedback } from '#demo/content/feedback.ts'
import { themes } from '#demo/content/themes.ts'
import { heardOnly, itemsOf, sourceOf } from '#demo/said.ts'
import type { Placed } from '#domain/findings/synthesis/read.ts'
import { steeringOf } from '#domain/findings/synthesis/synthesise.ts'
import { meanFor, plan } from '#domain/findings/synthesis/think.ts'
import { analyse, type Embed } from '#engine/analyse.ts'
import { fromBytes, toBytes } from '#engine/embed/bytes.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { vectorsOf } from './eval/rows.ts'

/*
 * npm run analyse:demo [-- --cache DIR] [--themes]: lets the engine listen to the feedback of the demo, and keeps what it found for whoever loads it.
 * With --themes it only puts what was found before into themes anew: another processor may find a few things differently.
 */

const { values } = parseArgs({ options: { cache: { type: 'string' }, themes: { type: 'boolean' } } })
const { embed: embedAll, model, tier, close } = await openEmbedder('model')
const embed: Embed = (texts) => vectorsOf(texts, embedAll, values.cache)
const items = itemsOf('full')
const written = feedback.flatMap((item) => item.insights)

type Listened = { findings: KeptFinding[]; vectors: Uint8Array[] }

async function listen(): Promise<Listened> {
  const heard = heardOnly(items)
  const found = await analyse(heard.map(sourceOf), embed, tier)
  const all = heard.flatMap((item, n) => found[n]!.map((finding) => ({ item: item.n, ...finding })))
  return {
    findings: all.map(({ item, quote: { start, end }, name, sentiment, category, confidence }) => ({
      item,
      start,
      end,
      name,
      sentiment,
      category,
      confidence,
    })),
    vectors: [...(await embed(written.map((insight) => insight.quote))), ...all.map(({ vector }) => vector)].map(
      toBytes,
    ),
  }
}

function heardBefore(): Listened {
  const { of, findings } = readAnalysed()
  if (of !== printOf(items)) throw new Error('the texts or the engine have changed: leave out --themes')
  return { findings, vectors: readVectors().map((hex) => Buffer.from(hex, 'hex')) }
}

const { findings, vectors } = values.themes ? heardBefore() : await listen()
const quoteOf = new Map(items.map((item) => [item.n, item.content]))
const said = [
  ...written,
  ...findings.map(({ item, name, start, end }) => ({ name, quote: quoteOf.get(item)!.slice(start, end) })),
]
const placed = said.map(({ name, quote }, n): Placed => ({
  id: String(n),
  name,
  quote,
  vector: fromBytes(vectors[n]!),
  themed: n < written.length,
}))
const mean = meanFor(undefined, placed)!
const steering = await Promise.all(
  themes.map(async ({ key, name, definition }) => ({
    theme: key,
    by: await steeringOf(embed, mean, name, definition),
  })),
)
const made = await plan({
  mean,
  frame: undefined,
  fresh: placed,
  left: [],
  standing: [],
  steering,
  given: written.flatMap(({ themes: given }, n) => given.map((theme) => ({ theme, vector: placed[n]!.vector }))),
  themes: themes.map(({ key, name }) => ({ id: key, name, is_catch_all: false })),
})
const newTheme = new Map(made.themes.map((theme, n) => [theme.id, String(n)]))

mkdirSync(analysedFolder, { recursive: true })
writeFileSync(join(analysedFolder, 'vectors.bin'), Buffer.concat(vectors))
writeFileSync(
  join(analysedFolder, 'findings.json'),
  `${JSON.stringify({
    of: printOf(items),
    model,
    mean: Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength).toString('hex'),
    findings,
    themes: made.themes.map(({ name, is_catch_all }) => ({ name, is_catch_all })),
    subthemes: made.subthemes.map(({ name, description, theme, centre, members }) => ({
      name,
      description,
      theme: newTheme.get(theme) ?? theme,
      centre: Buffer.from(toBytes(centre)).toString('hex'),
      members: members.map(Number),
    })),
    steered: made.steered.map(({ insight, theme }) => ({ insight: Number(insight), theme })),
  })}\n`,
)
process.stdout.write(
  `${items.length} items, ${findings.length} findings, ${made.subthemes.length} subthemes, ${made.themes.length} new themes\n`,
)
await close()
