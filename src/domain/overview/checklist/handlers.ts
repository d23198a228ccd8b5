import type { firstRun } from '#contract/resources/setup.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import { getChecklistFacts } from './queries.ts'

const minTriaged = 5

export const handlers: Handlers<Pick<typeof firstRun, 'getChecklist'>> = {
  async getChecklist({ db, org, user, authorize }) {
    const { has_data, triaged, has_project, has_key, may_use_api, has_invited } = await getChecklistFacts(db, org, user)
    const isAdmin = (await authorize()).role === 'admin'
    return {
      items: [
        { key: 'data', done: has_data, count: null },
        { key: 'inbox', done: triaged >= minTriaged, count: triaged },
        { key: 'project', done: has_project, count: null },
        // Members cannot enable the API or invite anybody.
        ...(isAdmin || may_use_api ? [{ key: 'api' as const, done: may_use_api && has_key, count: null }] : []),
        ...(isAdmin ? [{ key: 'team' as const, done: has_invited, count: null }] : []),
      ],
    }
  },
}
