import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReadCtx } from '#domain/context.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { VectorSearch } from '#domain/findings/semantic/search.ts'
import { planTaxonomyOf } from '#domain/findings/taxonomy/plan.ts'
import { showPlan } from '#domain/findings/taxonomy/present.ts'
import { listTaxonomyThemes } from '#domain/findings/taxonomy/queries.ts'
import { topicNamesIn } from '#engine/naming/topic-bank.ts'
import { openEmbedder } from '#engine/embed/embedder.ts'
import { seededRandom } from '#engine/seeded-random.ts'
import { matrixOf, meanOf } from '#engine/vectors/matrix.ts'
import { quantize } from '#engine/vectors/quantize.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { newId } from '#store/ids.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/*
 * node bench/taxonomy.ts [insights]: time to plan a document of 24 themes in which five have changed. Insights are
 * about the topics of the bank: their vectors are those of the names, with noise.
 */

const insights = Number(process.argv[2] ?? 200_000)
const themeCount = 24
const batchSize = 2000
const random = seededRandom(1)

async function insertThemes(store: Store, org: string): Promise<string[]> {
  const ids = Array.from({ length: themeCount }, () => newId())
  await store.run(sql`
    insert into theme (org_id, id, name, color, origin)
    select ${org}, id, name, '#3b82f6', 'auto'
    from unnest(${ids}::uuid[], ${topicNamesIn('en').slice(0, themeCount)}::text[]) as x (id, name)`)
  return ids
}

async function insertInsights(store: Store, org: string, themes: readonly string[]) {
  const { model, embed, close } = await openEmbedder('model')
  const names = await embed(topicNamesIn('en').slice(0, themeCount + 6))
  await close()
  const mean = meanOf(matrixOf(names))
  await store.run(sql`
    insert into embedding_space (org_id, model, mean)
    values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)})`)
  for (let done = 0; done < insights; done += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, insights - done) }, () => {
      const topic = Math.floor(random() * names.length)
      const vector = names[topic]!.map((value) => value + (random() - 0.5) * 0.12)
      return {
        id: newId(),
        name: `${topicNamesIn('en')[topic]} needs attention`,
        theme: themes[topic] ?? null,
        vector: Buffer.from(quantize(vector)).toString('base64'),
      }
    })
    const json = JSON.stringify(rows)
    await store.run(sql`
      insert into insight (org_id, id, name, sentiment, category, origin, language, theme_ids)
      select ${org}, id, name, 'NEGATIVE', 'PAIN_POINTS', 'auto', 'en', array_remove(array[theme], null)
      from jsonb_to_recordset(${json}::jsonb) as x (id uuid, name text, theme uuid)`)
    await store.run(sql`
      insert into insight_theme (org_id, theme_id, insight_id)
      select ${org}, theme, id from jsonb_to_recordset(${json}::jsonb) as x (id uuid, theme uuid) where theme is not null`)
    await store.run(sql`
      insert into insight_vector (org_id, insight_id, model, vector, clustered_at)
      select ${org}, id, ${model}, decode(vector, 'base64'), now()
      from jsonb_to_recordset(${json}::jsonb) as x (id uuid, vector text)`)
  }
}

async function measure(store: Store, org: string) {
  const semanticSearch = new VectorSearch('model')
  const ctx = { db: store, org, semanticSearch } as unknown as ReadCtx
  const [first, second, third, , ...rest] = (await listTaxonomyThemes(store, org)).map(
    ({ origin: _, insight_count: __, merged: ___, ...theme }) => theme,
  )
  const wanted = [
    { ...first!, name: `${first!.name} for all` },
    { ...second!, belongs: ['It is slow in the morning', 'It fails for large files'] },
    { ...third!, does_not_belong: ['The invoice is wrong'] },
    ...rest,
    { name: 'Something new', belongs: ['The report is empty'] },
  ]
  for (const run of ['first plan', 'second plan']) {
    const start = performance.now()
    const { moved_insight_count } = await showPlan(ctx, await planTaxonomyOf(ctx, wanted))
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`${run} of ${insights} insights: ${seconds} s, ${moved_insight_count} move\n`)
  }
  await semanticSearch.close()
}

const dataDir = mkdtempSync(join(tmpdir(), 'earshot-taxonomy-'))
const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
const store = openStore({ ...server.connection, max: 4 })
try {
  await migrate(server.connection)
  const { id: org } = await createOrganization(store, { name: 'Bench' })
  await insertInsights(store, org, await insertThemes(store, org))
  await measure(store, org)
} finally {
  await store.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
