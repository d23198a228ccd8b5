import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { page, PageQuery } from '#contract/core/pages.ts'
import { closed, nullable, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

export const Origin = Type.String({
  pattern: '^https?://[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?$',
  maxLength: 270,
  examples: ['https://www.example.com'],
})

const SurveyLink = Type.Object(
  {
    id: Id,
    survey_id: Id,
    name: Type.String({ examples: ['Footer of the website'] }),
    key: Type.String({
      examples: ['earpub_3f9c…'],
      description: 'Publishable: it only opens the page of this survey and is not valid for the API.',
    }),
    url: Type.String({ examples: ['https://feedback.example.com/s/earpub_3f9c…'] }),
    embed: Type.String({ examples: ['<iframe src="https://feedback.example.com/s/earpub_3f9c…?embed=1"></iframe>'] }),
    allowed_origins: Type.Array(Type.String({ examples: ['https://www.example.com'] })),
    last_used_at: nullable(Time),
    revoked_at: nullable(Time),
    created_at: Time,
  },
  { ...closed, $id: 'SurveyLink' },
)

const app = { audience: 'app' } as const

/** Publishable keys of the public survey pages. */
export const surveyLinks = defineRoutes({
  listSurveyLinks: {
    ...app,
    method: 'GET',
    path: '/surveys/{surveyId}/links',
    summary: 'List the links under which a survey can be answered',
    params: pathIds('surveyId'),
    query: Type.Object(PageQuery, closed),
    result: page(SurveyLink),
  },
  createSurveyLink: {
    ...app,
    method: 'POST',
    effect: 'adds',
    audit: 'ids',
    path: '/surveys/{surveyId}/links',
    summary: 'Make a link to a survey, for a page of your own if you name its origin',
    status: 201,
    params: pathIds('surveyId'),
    body: Type.Object(
      {
        name: Name('Footer of the website'),
        allowed_origins: withDefault(
          Type.Array(Origin, {
            maxItems: 20,
            uniqueItems: true,
            description: 'Origins that may embed the survey or submit its answers.',
          }),
          [],
        ),
      },
      closed,
    ),
    result: SurveyLink,
    errors: ['INVALID_STATE'],
  },
  revokeSurveyLink: {
    ...app,
    method: 'DELETE',
    path: '/surveys/{surveyId}/links/{linkId}',
    summary: 'Revoke a link at once',
    params: pathIds('surveyId', 'linkId'),
    result: SurveyLink,
  },
})
