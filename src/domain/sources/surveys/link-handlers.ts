import type { Handlers } from '#contract/core/route.ts'
import type { surveyLinks } from '#contract/resources/survey-links.ts'
import type { Ctx, Settings } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { pageOf } from '#store/page.ts'
import { insertLink, type LinkRow, pageOfLinks, revokeLink, urlOf } from './links.ts'
import { isKnown, surveyToAnswer } from './queries.ts'
import { requireEditable } from './status.ts'

const shown = (link: LinkRow, settings: Settings) => {
  const url = urlOf(settings, link.key)
  return {
    ...link,
    url,
    embed: `<iframe src="${url}?embed=1" title="Survey" width="100%" height="640" loading="lazy"></iframe>`,
  }
}

export const linkHandlers: Handlers<typeof surveyLinks, Ctx> = {
  async listSurveyLinks({ db, org, cursors, settings }, { surveyId, limit, cursor }) {
    if (!(await isKnown(db, org, surveyId))) return notFound('survey')
    const rows = await pageOfLinks(
      db,
      org,
      surveyId,
      limit,
      cursor === undefined ? undefined : (cursors.read(cursor)[0] as string),
    )
    const { data, pagination } = pageOf(rows, limit, (last) => cursors.write([last.id]))
    return { data: data.map((link) => shown(link, settings)), pagination }
  },

  async createSurveyLink({ db, org, settings }, { surveyId, name, allowed_origins }) {
    const survey = (await surveyToAnswer(db, org, surveyId)) ?? notFound('survey')
    requireEditable(survey.status)
    return shown(await insertLink(db, org, settings, { survey_id: surveyId, name, allowed_origins }), settings)
  },

  async revokeSurveyLink({ db, org, settings }, { surveyId, linkId }) {
    return shown((await revokeLink(db, org, surveyId, linkId)) ?? notFound('link'), settings)
  },
}
