import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { anyOfFields, closed, nullable, withDefault } from '#contract/core/shapes.ts'
import { Name, Text } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'
import { Origin } from './survey-links.ts'

const FeedbackWidget = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Website'] }),
    key: Type.String({
      examples: ['earpub_3f9c…'],
      description: 'Publishable: it only sends feedback from the allowed origins and is not valid for the API.',
    }),
    snippet: Type.String({
      description: 'The tag that shows the widget on a page.',
      examples: ['<script src="https://feedback.example.com/widget.js" data-key="earpub_3f9c…" defer></script>'],
    }),
    allowed_origins: Type.Array(Type.String({ examples: ['https://www.example.com'] })),
    heading: nullable(Type.String({ examples: ['How can we improve?'] })),
    ask_email: Type.Boolean({ description: 'Whether the widget has a field for the email address.' }),
    last_used_at: nullable(Time),
    revoked_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'FeedbackWidget' },
)

const app = { audience: 'app', admin: true } as const
const fields = {
  name: Name('Website'),
  allowed_origins: Type.Array(Origin, {
    minItems: 1,
    maxItems: 20,
    uniqueItems: true,
    description: 'Origins of the pages that may send feedback.',
  }),
  heading: nullable(Text('How can we improve?', 100, 1)),
  ask_email: Type.Boolean(),
}

/** Publishable keys of the feedback widget. */
export const widgets = defineRoutes({
  listFeedbackWidgets: {
    ...app,
    method: 'GET',
    path: '/feedback-widgets',
    summary: 'List the feedback widgets, newest first',
    query: Type.Object(PageQuery, closed),
    result: page(FeedbackWidget),
  },
  createFeedbackWidget: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/feedback-widgets',
    summary: 'Create a feedback widget with a publishable key for the pages of the given origins',
    status: 201,
    body: Type.Object(
      {
        name: fields.name,
        allowed_origins: fields.allowed_origins,
        heading: withDefault(fields.heading, null),
        ask_email: withDefault(fields.ask_email, true),
      },
      closed,
    ),
    result: FeedbackWidget,
    errors: ['INVALID_STATE'],
  },
  updateFeedbackWidget: {
    ...app,
    method: 'PATCH',
    effect: 'updates',
    path: '/feedback-widgets/{widgetId}',
    summary: 'Change the name, the origins or the form of a feedback widget',
    params: pathIds('widgetId'),
    body: anyOfFields(fields),
    result: FeedbackWidget,
    errors: ['INVALID_STATE'],
  },
  revokeFeedbackWidget: {
    ...app,
    method: 'DELETE',
    path: '/feedback-widgets/{widgetId}',
    summary: 'Revoke the key of a feedback widget at once',
    params: pathIds('widgetId'),
    result: FeedbackWidget,
  },
})
