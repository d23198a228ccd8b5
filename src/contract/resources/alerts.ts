import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds, UserId } from '#contract/core/ids.ts'
import { Category, Sentiment } from '#contract/core/labels.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

const AlertMetric = oneOf('insights', 'feedback', 'negative_share', 'tickets')
const Condition = Type.Object(
  {
    op: oneOf('increase_pct', 'decrease_pct', 'above', 'below'),
    value: Type.Number({ minimum: 0, maximum: 1e9, examples: [50] }),
    window: oneOf('1d', '7d', '30d'),
    min_count: withDefault(Type.Integer({ minimum: 0, maximum: 1e6, examples: [5] }), 5),
  },
  closed,
)
const AlertFilter = Type.Partial(
  Type.Object({ theme_id: Id, segment_id: Id, category: Category, sentiment: Sentiment, source: Name('zendesk', 64) }),
  { ...closed, examples: [{ sentiment: 'NEGATIVE' }] },
)
const Alert = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Complaints jump'] }),
    metric: AlertMetric,
    filter: AlertFilter,
    condition: Condition,
    cooldown_hours: Count,
    enabled: Type.Boolean(),
    last_triggered_at: nullable(Time),
    created_by: nullable(UserId),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'Alert' },
)
const alertFields = {
  name: Name('Complaints jump'),
  metric: AlertMetric,
  filter: AlertFilter,
  condition: Condition,
  cooldown_hours: Type.Integer({ minimum: 1, maximum: 8760, examples: [24] }),
  enabled: Type.Boolean(),
}

export const alerts = defineRoutes({
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    summary: 'List alerts, newest first',
    query: Type.Object(PageQuery, closed),
    result: page(Alert),
  },
  createAlert: {
    method: 'POST',
    effect: 'adds',
    path: '/alerts',
    summary: 'Create an alert on a metric',
    status: 201,
    description:
      'Evaluated every ten minutes; emits alert.triggered to the event feed and webhooks, then pauses for the ' +
      'cooldown.',
    body: Type.Object(
      {
        name: alertFields.name,
        metric: alertFields.metric,
        condition: alertFields.condition,
        filter: Type.Optional(alertFields.filter),
        cooldown_hours: withDefault(alertFields.cooldown_hours, 24),
        enabled: withDefault(alertFields.enabled, true),
      },
      closed,
    ),
    result: Alert,
  },
  updateAlert: {
    method: 'PATCH',
    effect: 'updates',
    path: '/alerts/{alertId}',
    summary: 'Change an alert',
    params: pathIds('alertId'),
    body: anyOfFields(alertFields),
    result: Alert,
  },
  deleteAlert: {
    method: 'DELETE',
    path: '/alerts/{alertId}',
    summary: 'Delete an alert',
    params: pathIds('alertId'),
    result: Deleted,
  },
})
