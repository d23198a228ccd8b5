import type { BrowserContext } from 'playwright-core'
import { sql } from '#store/sql.ts'
import type { Site } from './site.ts'

/* Every screen of the signed-in app; `{themes}` is the id of the first theme. */

export const screens = [
  '/',
  '/?range=custom&compare=none',
  '/inbox',
  '/ask',
  '/ask?q=What%20do%20people%20say%20about%20the%20export%3F',
  '/ask?q=zebras',
  '/insights',
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
  '/settings/profile',
  '/settings/organization',
  '/settings/members',
  '/settings/api',
  '/settings/webhooks',
  '/settings/requests',
  '/settings/alerts',
  '/settings/channels',
  '/settings/widgets',
  '/settings/privacy',
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

/** Set by `npm run test:access` and `npm run test:web:clicks`; `npm test` covers less of each. */
export const isFullRun = process.env.FULL_WEB === '1'
