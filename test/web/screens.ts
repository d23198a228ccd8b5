import type { BrowserContext } from 'playwright-core'
import { sql } from '#store/sql.ts'
import type { Site } from './site.ts'

/* Every screen of the signed-in app; `{themes}` is the id of the first theme. */

export const screens = [
  '/',
  '/?range=custom&compare=none',
  '/add',
  '/inbox',
  '/ask',
  '/ask?q=What%20do%20people%20say%20about%20the%20export%3F',
  '/ask?q=zebras',
  '/insights',
  '/insights/unsorted',
  '/insights/unsorted?peek={insights}',
  '/insights/{insights}',
  '/insights?create=1',
  '/insights?peek={insights}',
  '/insights?overview=1',
  '/themes',
  '/themes?view=bubble',
  '/themes?view=table',
  '/themes?view=subthemes',
  '/themes?view=proposals',
  '/subthemes/{subthemes}',
  '/themes/{themes}',
  '/contacts',
  '/contacts/{contacts}',
  '/accounts',
  '/accounts/{accounts}',
  '/segments',
  '/segments?create=1',
  '/segments/{segments}',
  '/nps',
  '/surveys',
  '/surveys/{surveys}',
  '/surveys/{surveys}?tab=responses',
  '/surveys/{surveys}?tab=questions',
  '/surveys/{surveys}?tab=questions&device=phone&look=dark&page=thanks',
  '/surveys/{surveys}?tab=share',
  '/competitors',
  '/competitors?tab=checkins',
  '/competitors?tab=teasers',
  '/competitors/{competitors}',
  '/opportunities',
  '/opportunities?view=scatter',
  '/opportunities?view=scatter&x=effort',
  '/opportunities?view=board',
  '/opportunities?peek={opportunities}',
  '/opportunities/{opportunities}',
  '/initiatives',
  '/initiatives?view=board',
  '/initiatives/{initiatives}',
  '/projects',
  '/projects?view=board',
  '/projects?view=timeline',
  '/projects/{projects}',
  '/data/uploads',
  '/data/integrations',
  '/data/integrations/{integrations}',
  '/data/jobs',
  '/data/changes',
  '/notifications',
  '/notifications?state=all',
  '/settings/notifications',
  '/settings/profile',
  '/settings/organization',
  '/settings/members',
  '/settings/api',
  '/settings/assistants',
  '/settings/webhooks',
  '/settings/requests',
  '/settings/share-links',
  '/settings/alerts',
  '/settings/channels',
  '/settings/widgets',
  '/settings/scoring',
  '/settings/custom-fields',
  '/settings/privacy',
  '/settings/language-model',
  '/settings/audit',
  '/settings/activity',
  '/settings/system',
  '/docs',
  '/docs/errors',
  '/docs/guides/importing',
  '/inbox?create=1',
  '/nowhere',
]

/** The screen of the first object of its kind. */
export async function pathOf(site: Site, context: BrowserContext, screen: string): Promise<string> {
  const kind = /\{(\w+)\}/.exec(screen)?.[1]
  if (!kind) return screen
  return screen.replace(`{${kind}}`, (await site.getJson(context, `/${kind}`)).data[0]!.id)
}

/** The analysis has not run: insert a subtheme directly. */
export async function addSubtheme({ app, demo: { org_id: org } }: Site) {
  const id = '019a0000-0000-7000-8000-000000000001'
  await app.store.run(
    sql`
      insert into subtheme (org_id, id, theme_id, name, description, insight_count, negative_count)
      select ${org}, ${id}, id, 'Starts slowly', 'What customers say about the start.', 3, 3
      from theme where org_id = ${org} order by id limit 1`,
  )
  await app.store.run(
    sql`
      insert into subtheme_insight (org_id, subtheme_id, insight_id)
      select ${org}, ${id}, id from insight
      where org_id = ${org} and sentiment = 'NEGATIVE' order by id desc limit 3`,
  )
}

/** As the analysis leaves insights when it is not sure: the newest have three suggestions, two or none. */
export async function addUnsorted({ app, demo: { org_id: org } }: Site, count = 12) {
  await app.store.run(sql`
    with unsorted as (
      update insight set theme_ids = '{}', themes_overridden = false where org_id = ${org} and id in (
        select id from insight where org_id = ${org} and live order by id desc limit ${count})
      returning id),
    unlinked as (
      delete from insight_theme where org_id = ${org} and insight_id in (select id from unsorted)),
    numbered as (select id, row_number() over (order by id desc) as n from unsorted),
    suggested as (
      select n.id, (
        select json_agg(json_build_object('theme_id', t.id, 'confidence', 0.5 - 0.11 * t.position)) from (
          select id, row_number() over (order by insight_count desc, id) as position
          from theme where org_id = ${org} and archived_at is null) t
        where t.position <= case when n.n % 5 = 0 then 0 when n.n % 2 = 0 then 2 else 3 end) as themes
      from numbered n)
    insert into insight_vector (org_id, insight_id, model, vector, mention, theme_suggestions)
    select ${org}, id, 'none', '', 'exports', themes from suggested
    on conflict (org_id, insight_id) do update set mention = excluded.mention,
      theme_suggestions = excluded.theme_suggestions`)
  await app.store.run(sql`
    update theme t set insight_count = (
      select count(*) from insight_theme l join insight i on i.org_id = ${org} and i.id = l.insight_id and i.live
      where l.org_id = ${org} and l.theme_id = t.id)
    where t.org_id = ${org}`)
}

/** Content for the screens that the demo leaves empty. */
export async function fillScreens(site: Site) {
  await addSubtheme(site)
  await addUnsorted(site)
}

/** Set by `npm run test:access` and `npm run test:web:clicks`; `npm test` covers less of each. */
export const isFullRun = process.env.FULL_WEB === '1'
