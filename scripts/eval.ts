import { parseArgs } from 'node:util'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { insightName } from '#engine/names/insight-name.ts'
import { findQuote } from '#engine/quote.ts'
import { statementsOf } from '#engine/text/statements.ts'
import { type Embed, evaluateCategories, evaluateSentiment, evaluateTypes } from './eval/heads.ts'
import { dataSets, textOf, vectorsOf } from './eval/rows.ts'
import { evaluateSpeed } from './eval/speed.ts'
import { evaluateSearch, evaluateSimilarity, evaluateTopics } from './eval/topics.ts'

/*
 * npm run eval -- --data DIR [--most N] [--tier static] [--cache DIR] [--only sentiment,topics]
 * How good the analysis is on the data sets of a folder, beside what everybody has. `--most` looks at so many rows of each set.
 */
const { values } = parseArgs({
  options: { data: { type: 'string' }, most: { type: 'string' }, tier: { type: 'string' }, cache: { type: 'string' }, only: { type: 'string' } },
})
if (!values.data) throw new Error('say where the data sets are: npm run eval -- --data DIR')
const folder = values.data
const most = values.most ? Number(values.most) : Infinity
const embedder = await openEmbedder(values.tier === 'static' ? 'static' : 'auto')
const spent = { texts: 0, seconds: 0 }

const embed: Embed = async (texts) => {
  const start = performance.now()
  const found = values.cache && embedder.tier === 'model'
    ? await vectorsOf(texts, embedder.embed, values.cache)
    : await embedder.embed(texts)
  spent.texts += texts.length
  spent.seconds += (performance.now() - start) / 1000
  return found
}

/** Every statement is found again where it was taken from, and has a name of at most twelve words. */
function evaluateQuotes() {
  const texts = [...dataSets(folder, 'type_', most), ...dataSets(folder, 'sent_', most)].flatMap(({ rows }) => rows.map(textOf))
  const statements = texts.flatMap((source) => statementsOf(source).map(({ start, end, text }) => ({ source, start, end, text })))
  const verified = statements.filter(({ source, start, end, text }) => source.slice(start, end) === text && findQuote(text, source)).length
  const short = statements.filter(({ text }) => insightName(text).split(' ').length <= 12).length
  const share = (count: number) => (statements.length ? Math.round((10_000 * count) / statements.length) / 100 : 100)
  return [{ texts: texts.length, statements: statements.length, 'verified %': share(verified), 'names of at most 12 words %': share(short) }]
}

const parts: Record<string, () => Promise<Record<string, unknown>[]> | Record<string, unknown>[]> = {
  sentiment: () => evaluateSentiment(folder, embed, embedder.tier, most),
  type: () => evaluateTypes(folder, embed, embedder.tier, most),
  categories: () => evaluateCategories(folder, embed, embedder.tier, most),
  topics: () => evaluateTopics(folder, embed, most),
  search: () => evaluateSearch(folder, embed, most),
  similarity: () => evaluateSimilarity(folder, embed, most),
  quotes: evaluateQuotes,
  speed: () => evaluateSpeed(folder, embedder, most),
}
const wanted = values.only?.split(',') ?? Object.keys(parts)
process.stdout.write(`model ${embedder.model}, data ${folder}\n`)
for (const name of wanted) {
  process.stdout.write(`\n${name}\n`)
  console.table(await parts[name]!())
}
const rate = spent.seconds > 0 ? Math.round(spent.texts / spent.seconds) : 0
process.stdout.write(`\n${spent.texts} texts embedded, ${rate} a second; memory ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB\n`)
await embedder.close()
