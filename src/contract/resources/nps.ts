import Type from 'typebox'
import { accountFilters } from '#contract/core/account-filters.ts'
import { Source } from './feedback.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { bulkRequest, RowResults, rows, RowSummary } from '#contract/core/batch-rows.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { deltaFilters, orTombstone, page, PageQuery } from '#contract/core/pages.ts'
import { closed, Count, multiValue, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Color, Tag, Tags, Text } from '#contract/core/texts.ts'
import { createdRange, Day, Granularity, occurredRange } from '#contract/core/times.ts'
import {
  Score,
  NpsType,
  npsSummaryFields,
  Period,
  NpsReport,
  NpsResponse,
  WrittenNpsResponse,
  Reason,
  contactReferenceFields,
  NpsResponseInput,
  periodQuery,
  latest_per_contact,
  Rolling,
  NpsDimension,
} from './nps-shapes.ts'

export const nps = defineRoutes({
  getNps: {
    method: 'GET',
    path: '/nps',
    replica: true,
    summary: 'The Net Promoter Score of a period, with what drives it',
    query: Type.Object(
      { ...periodQuery, compare: Type.Optional(oneOf('previous_period')), latest_per_contact },
      closed,
    ),
    result: NpsReport,
  },
  getNpsTimeline: {
    method: 'GET',
    path: '/nps/timeline',
    replica: true,
    summary: 'The Net Promoter Score over time, with a rolling window',
    query: Type.Object(
      {
        ...periodQuery,
        granularity: withDefault(Granularity, 'week'),
        window: withDefault(
          Type.Integer({
            minimum: 1,
            maximum: 365,
            description: 'The window of the rolling score at the end of each period, in days.',
            examples: [30],
          }),
          30,
        ),
      },
      closed,
    ),
    result: Type.Object(
      {
        granularity: Granularity,
        window: Count,
        period: Period,
        data: Type.Array(Type.Object({ period: Day, ...npsSummaryFields, rolling: Rolling }, closed)),
      },
      closed,
    ),
  },
  getNpsBreakdown: {
    method: 'GET',
    path: '/nps/breakdown',
    replica: true,
    summary: 'The Net Promoter Score by segment, theme, source, plan, country or survey',
    query: Type.Object({ ...periodQuery, by: withDefault(NpsDimension, 'segment'), latest_per_contact }, closed),
    result: Type.Object(
      {
        by: NpsDimension,
        period: Period,
        responses: Count,
        unassigned: Type.Integer({ minimum: 0, examples: [3], description: 'Responses that belong to none of them.' }),
        data: Type.Array(
          Type.Object(
            {
              key: Type.String({
                examples: ['enterprise'],
                description: 'The id of the segment, theme or survey; otherwise the value itself.',
              }),
              name: Type.String({ examples: ['Enterprise'] }),
              ...npsSummaryFields,
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  getNpsDrivers: {
    method: 'GET',
    path: '/nps/drivers',
    replica: true,
    summary: 'Themes that come up more among detractors or promoters than among everybody',
    query: Type.Object({ ...periodQuery, latest_per_contact }, closed),
    result: Type.Object(
      {
        period: Period,
        data: Type.Array(
          Type.Object(
            {
              theme_id: Id,
              name: Type.String({ examples: ['Export'] }),
              color: Color,
              group: oneOf('DETRACTOR', 'PROMOTER'),
              count: Count,
              group_size: Type.Integer({
                minimum: 5,
                examples: [40],
                description: 'Responses of the group with a reason; groups with fewer than five are not analyzed.',
              }),
              share: Type.Number({
                minimum: 0,
                maximum: 100,
                examples: [30],
                description: '`count` of `group_size` in percent.',
              }),
              baseline_count: Count,
              baseline_size: Count,
              baseline_share: Type.Number({
                minimum: 0,
                maximum: 100,
                examples: [14.3],
                description: 'The same for all responses with a reason.',
              }),
              lift: Type.Number({ minimum: 1, examples: [2.1] }),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  listNpsResponses: {
    method: 'GET',
    path: '/nps/responses',
    summary: 'List NPS responses, newest first',
    query: Type.Object(
      {
        ...PageQuery,
        type: Type.Optional(multiValue(NpsType)),
        score: Type.Optional(multiValue(Score)),
        has_reason: Type.Optional(Type.Boolean()),
        theme_id: Type.Optional(Id),
        ...createdRange,
        ...occurredRange,
        ...deltaFilters,
        q: Type.Optional(Text('export', 200, 2)),
        segment_id: Type.Optional(Id),
        contact_id: Type.Optional(Id),
        ...accountFilters,
        survey_id: Type.Optional(Id),
        source: Type.Optional(multiValue(Source)),
        tag: Type.Optional(multiValue(Tag)),
        sort: Type.Optional(oneOf('-created_at', 'created_at', '-responded_at', 'responded_at', '-score', 'score')),
      },
      closed,
    ),
    result: page(orTombstone(NpsResponse)),
  },
  getNpsResponse: {
    method: 'GET',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Read one NPS response',
    params: pathIds('npsResponseId'),
    result: NpsResponse,
  },
  recordNpsResponse: {
    method: 'POST',
    effect: 'overwrites',
    path: '/nps/responses',
    summary: 'Record one NPS response',
    status: 201,
    alternateStatus: 200,
    description:
      'A repeated source and external_id updates the response, or leaves it unchanged. The reason becomes feedback ' +
      'and is analyzed.',
    body: NpsResponseInput,
    result: WrittenNpsResponse,
  },
  bulkNpsResponses: {
    method: 'POST',
    effect: 'overwrites',
    path: '/nps/responses/bulk',
    summary: 'Record up to 500 NPS responses, row by row',
    ...bulkRequest,
    body: Type.Object({ items: rows(NpsResponseInput, 500) }, closed),
    result: Type.Object(
      {
        job_id: nullable(Id),
        summary: RowSummary,
        results: RowResults({ external_id: nullable(Type.String({ examples: ['r-1717'] })) }),
      },
      closed,
    ),
  },
  updateNpsResponse: {
    method: 'PATCH',
    effect: 'overwrites',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Change the reason, tags or contact of an NPS response',
    params: pathIds('npsResponseId'),
    body: Type.Object(
      { reason: Type.Optional(nullable(Reason)), tags: Type.Optional(Tags), ...contactReferenceFields },
      { ...closed, minProperties: 1 },
    ),
    result: NpsResponse,
  },
  deleteNpsResponse: {
    method: 'DELETE',
    path: '/nps/responses/{npsResponseId}',
    summary: 'Delete an NPS response with its reason',
    params: pathIds('npsResponseId'),
    result: Deleted,
  },
})
