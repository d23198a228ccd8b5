import type { Handlers } from '#domain/operation-handlers.ts'
import type { surveyLinks } from '#contract/resources/survey-links.ts'
import type { Settings } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageById } from '#store/page.ts'
import { surveyUrl } from '#domain/sources/surveys/rules.ts'
import { insertLink, type LinkRow, listLinks, revokeLink } from './queries.ts'
import { surveyExists, lockSurveyShared } from '#domain/sources/surveys/queries.ts'
import { requireEditable } from '#domain/sources/surveys/rules.ts'

const toLink = (link: LinkRow, settings: Settings) => {
  const url = surveyUrl(settings, link.key)
  return {
    ...link,
    url,
    embed: `<iframe src="${url}?embed=1" title="Survey" width="100%" height="640" loading="lazy"></iframe>`,
  }
}

export const surveyLinkHandlers: Handlers<typeof surveyLinks> = {
  async listSurveyLinks({ db, org, cursors, settings }, { surveyId, ...query }) {
    if (!(await surveyExists(db, org, surveyId))) return notFound('survey')
    const { data, pagination } = await pageById(cursors, query, (after) =>
      listLinks(db, org, surveyId, { limit: query.limit, after }),
    )
    return { data: data.map((link) => toLink(link, settings)), pagination }
  },

  async createSurveyLink({ db, org, settings }, { surveyId, name, allowed_origins }) {
    const survey = (await lockSurveyShared(db, org, surveyId)) ?? notFound('survey')
    requireEditable(survey.status)
    return toLink(await insertLink(db, org, settings, { survey_id: surveyId, name, allowed_origins }), settings)
  },

  async revokeSurveyLink({ db, org, settings }, { surveyId, linkId }) {
    return toLink((await revokeLink(db, org, surveyId, linkId)) ?? notFound('link'), settings)
  },
}
