import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed } from '#contract/core/shapes.ts'
import { groups, OverridePeople, place, Regrouping, RegroupingDetail, UndoneRegrouping } from './regrouping-shapes.ts'

/* Insights put into themes and subthemes anew, many at once. */

const feature = 'subthemes'
const megabyte = 1024 * 1024

export const regroupings = defineRoutes({
  regroup: {
    method: 'POST',
    effect: 'overwrites',
    audit: 'ids',
    path: '/regroupings',
    feature,
    event: 'regrouping.applied',
    summary: 'Regroup insights: themes, subthemes and where insights belong, all or nothing',
    description:
      'An insight that is assigned belongs to that theme alone; insights that are not mentioned stay where they are. ' +
      'Themes and subthemes with an id are kept and may be renamed, those without are created. What people placed, ' +
      'named or pinned is not changed: the response is `400 VALIDATION_ERROR` and names the ids. It can be undone.',
    status: 201,
    bodyLimit: 2 * megabyte,
    body: Type.Object(
      {
        ...groups,
        assignments: Type.Array(Type.Object({ insight_id: Id, ...place }, closed), {
          maxItems: 5000,
          description: 'Where insights come to, each insight once.',
        }),
        override_people: OverridePeople,
      },
      closed,
    ),
    result: RegroupingDetail,
  },
  listRegroupings: {
    method: 'GET',
    path: '/regroupings',
    feature,
    summary: 'List regroupings, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        change_set_id: Type.Optional({ ...Id, description: 'Only those that were part of this change set.' }),
      },
      closed,
    ),
    result: page(Regrouping),
  },
  getRegrouping: {
    method: 'GET',
    path: '/regroupings/{regroupingId}',
    feature,
    summary: 'Read what a regrouping changed',
    params: pathIds('regroupingId'),
    result: RegroupingDetail,
  },
  undoRegrouping: {
    method: 'POST',
    effect: 'overwrites',
    audit: 'ids',
    path: '/regroupings/{regroupingId}/undo',
    feature,
    event: 'regrouping.undone',
    summary: 'Undo a regrouping',
    description:
      'Insights are put back, but those that were put elsewhere since; names are taken back where they are still the ' +
      'same. Subthemes that it created are dissolved, and themes that it created are archived, once they are empty.',
    params: pathIds('regroupingId'),
    result: UndoneRegrouping,
    errors: ['INVALID_STATE', 'DUPLICATE'],
  },
})
