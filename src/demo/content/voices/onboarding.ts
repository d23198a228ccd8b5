import { topic } from './topic.ts'

export const onboarding = [
  topic(
    'onboarding',
    'start',
    'angry',
    5,
    'gone',
    `
    An empty page and a blinking cursor is no [introduction|start], [I did not know where to begin|our new people gave up].
    The first day is [confusing|overwhelming]: [spaces, folders, teams and pages|too many words for the same thing].
    The setup asks for [things I do not know yet|my team's structure] and cannot be skipped.
    I could not find out how to [invite my team|make a second workspace|move a page into a folder] for [an hour|two days].`,
    `
    A short tour of the first steps would have helped.
    After a week my colleagues went back to mail.`,
  ),
  topic(
    'onboarding',
    'templates',
    'asks',
    4,
    'gone',
    `
    More templates for [meeting notes|project plans|lesson plans|lab journals] would help us start.
    I would like to [make our own templates|share a template with the whole company|set a default template for a folder].
    Templates should [fill in the date and the author|ask for the name of the project].
    The template gallery has [nothing for schools|no template for support teams].`,
    `
    We copy an old page each time and delete the text.
    It would save every team an hour.`,
  ),
  topic(
    'onboarding',
    'teach',
    'asks',
    3,
    'gone',
    `
    We need [a video|a short course|a handout] to teach [forty nurses|our drivers|a class of fourteen-year-olds] how to use it.
    The help pages [show an old version|describe buttons that are gone].
    [A sandbox|A practice workspace] for new people would be good, they are afraid to break something.`,
    `
    I hold the same training every month.
    Screenshots would do.`,
  ),
  topic(
    'onboarding',
    'praise',
    'likes',
    3,
    'gone',
    `
    The guided start is [great|really helpful], I was up and running in [ten minutes|a coffee break].
    Even my [father|least technical colleague] understood it [at once|within a day].`,
    `
    A year ago I needed help for that.
    No training needed.`,
  ),
]
