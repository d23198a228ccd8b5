import { topic } from './topic.ts'

export const onboarding = [
  topic({
    about: 'onboarding',
    key: 'start',
    mood: 'angry',
    weight: 5,
    curve: 'gone',
    says: `
    An empty page and a blinking cursor is no [introduction|start], [I did not know where to begin|our new people gave up].
    The first day is [confusing|overwhelming]: [spaces, folders, teams and pages|too many words for the same thing].
    The setup asks for [things I do not know yet|my team's structure] and cannot be skipped.
    I could not find out how to [invite my team|make a second workspace|move a page into a folder] for [an hour|two days].`,
    adds: `
    A short tour of the first steps would have helped.
    After a week my colleagues went back to mail.`,
  }),
  topic({
    about: 'onboarding',
    key: 'templates',
    mood: 'asks',
    weight: 4,
    curve: 'gone',
    says: `
    More templates for [meeting notes|project plans|lesson plans|lab journals] would help us start.
    I would like to [make our own templates|share a template with the whole company|set a default template for a folder].
    Templates should [fill in the date and the author|ask for the name of the project].
    The template gallery has [nothing for schools|no template for support teams].`,
    adds: `
    We copy an old page each time and delete the text.
    It would save every team an hour.`,
  }),
  topic({
    about: 'onboarding',
    key: 'teach',
    mood: 'asks',
    weight: 3,
    curve: 'gone',
    says: `
    We need [a video|a short course|a handout] to teach [forty nurses|our drivers|a class of fourteen-year-olds] how to use it.
    The help pages [show an old version|describe buttons that are gone].
    [A sandbox|A practice workspace] for new people would be good, they are afraid to break something.`,
    adds: `
    I hold the same training every month.
    Screenshots would do.`,
  }),
  topic({
    about: 'onboarding',
    key: 'praise',
    mood: 'likes',
    weight: 3,
    curve: 'gone',
    says: `
    The guided start is [great|really helpful], I was up and running in [ten minutes|a coffee break].
    Even my [father|least technical colleague] understood it [at once|within a day].`,
    adds: `
    A year ago I needed help for that.
    No training needed.`,
  }),
]
