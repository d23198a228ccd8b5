import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analysedFolder, type KeptFinding, printOf } from '#demo/analysed.ts'
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

/* npm run analyse:demo [-- --cache DIR]: lets the engine listen to the feedback of the demo, and keeps what it found for whoever loads it. */

const { values } = parseArgs({ options: { cache: { type: 'string' } } })
const { embed: embedAll, model, tier, close } = await openEmbedder('model')
const embed: Embed = (texts) => vectorsOf(texts, embedAll, values.cache)
const items = itemsOf('full')
const heard = heardOnly(items)
const found = await analyse(heard.map(sourceOf), embed, tier)
const findings = heard.flatMap((item, n) => found[n]!.map((finding) => ({ item: item.n, finding })))
const kept = findings.map(({ item, finding: { quote, name, sentiment, category, confidence } }): KeptFinding => ({ item, start: quote.start, end: quote.end, name, sentiment, category, confidence }))

const written = feedback.flatMap((item) => item.insights)
const vectors = [...(await embed(written.map((insight) => insight.quote))), ...findings.map(({ finding }) => finding.vector)].map(toBytes)
const placed = [...written, ...findings.map(({ finding }) => ({ name: finding.name, quote: finding.quote.text }))].map(({ name, quote }, n): Placed => ({
  id: String(n), name, quote, vector: fromBytes(vectors[n]!), themed: n < written.length,
}))
const mean = meanFor(undefined, placed)!
const steering = await Promise.all(themes.map(async ({ key, name, definition }) => ({ theme: key, by: await steeringOf(embed, mean, name, definition) })))
const made = await plan({ mean, frame: undefined, fresh: placed, left: [], standing: [], steering, given: written.flatMap(({ themes: given }, n) => given.map((theme) => ({ theme, vector: placed[n]!.vector }))), themes: themes.map(({ key, name }) => ({ id: key, name, mixed: false })) })
const newTheme = new Map(made.themes.map((theme, n) => [theme.id, String(n)]))

mkdirSync(analysedFolder, { recursive: true })
writeFileSync(join(analysedFolder, 'vectors.bin'), Buffer.concat(vectors))
writeFileSync(join(analysedFolder, 'findings.json'), `${JSON.stringify({
  of: printOf(items), model, mean: Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength).toString('hex'), findings: kept, themes: made.themes.map(({ name, mixed }) => ({ name, mixed })),
  subthemes: made.subthemes.map(({ name, description, theme, centre, members }) => ({
    name, description, theme: newTheme.get(theme) ?? theme, centre: Buffer.from(toBytes(centre)).toString('hex'), members: members.map(Number),
  })),
  steered: made.steered.map(({ insight, theme }) => ({ insight: Number(insight), theme })),
})}\n`)
process.stdout.write(`${heard.length} items, ${findings.length} findings, ${made.subthemes.length} subthemes, ${made.themes.length} new themes\n`)
await close()
