import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#contract/core/route.ts'
import type { Ctx } from '#domain/context.ts'
import { getChecklistFacts } from './queries.ts'

const minTriaged = 5

export const handlers: Handlers<Pick<typeof firstRun, 'getChecklist'>, Ctx> = {
  async getChecklist({ db, org }) {
    const { has_data, triaged, has_project, has_api, people } = await getChecklistFacts(db, org)
    return {
      items: [
        { key: 'data', done: has_data, count: null },
        { key: 'inbox', done: triaged >= minTriaged, count: triaged },
        { key: 'project', done: has_project, count: null },
        { key: 'api', done: has_api, count: null },
        { key: 'team', done: people > 1, count: people },
      ],
    }
  },
}
