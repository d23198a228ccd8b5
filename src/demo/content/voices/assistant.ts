import { topic } from './topic.ts'

export const assistant = [
  topic({
    about: 'assistant',
    key: 'invents',
    mood: 'angry',
    weight: 5,
    curve: 'new',
    says: `
    The assistant [made up|invented] [a number|a deadline|a name|a decision] that is [nowhere on the page|not in our notes].
    Its summary of <page> contains [facts nobody wrote|things we never said|a date that is wrong].
    I asked the assistant for the [open questions|decisions] and got [two that do not exist|an answer it invented].
    The assistant [confuses|mixes up] [two customers|two projects|last year's plan with this year's].`,
    adds: `
    I cannot send that to anybody without checking each line.
    We switched it off for the team.
    A wrong summary is worse than none.`,
  }),
  topic({
    about: 'assistant',
    key: 'sources',
    mood: 'asks',
    weight: 4,
    curve: 'new',
    says: `
    Every sentence of a summary should [link to|name] the page it comes from.
    I would trust the assistant more if it [showed its sources|quoted the page|linked the paragraph].
    Please let the assistant [cite|point to] the [exact paragraph|original note] for each claim.`,
    adds: `
    Otherwise I have to read everything again anyway.
    Then I could use it for audits too.`,
  }),
  topic({
    about: 'assistant',
    key: 'privacy',
    mood: 'asks',
    weight: 4,
    curve: 'new',
    says: `
    [Which pages|What] can the assistant read, and [where does the text go|who else sees it]?
    We need a switch to keep the assistant out of [confidential folders|HR pages|patient notes|legal documents].
    Our [works council|data protection officer|legal team] wants to know [whether our text trains a model|where the assistant runs].
    Please let admins [turn the assistant off|disable the assistant] for [single groups|guests|some folders].`,
    adds: `
    Until the privacy questions are answered the assistant stays off here.
    I found nothing about it in the admin settings.`,
    sources: ['zendesk', 'intercom', 'survey', 'slack'],
  }),
  topic({
    about: 'assistant',
    key: 'actions',
    mood: 'asks',
    weight: 3,
    curve: 'new',
    says: `
    Action items from the assistant should become [real tasks|tasks with an owner] and not [just a list|plain text].
    Could the assistant [create the tasks|assign the action items] to the people named in the meeting?
    I would like the assistant to [write the follow-up mail|draft the weekly report] from our meeting notes.`,
    adds: `
    We copy them over by hand today.
    That would save me an hour every Friday.`,
  }),
  topic({
    about: 'assistant',
    key: 'button',
    mood: 'angry',
    weight: 2,
    curve: 'new',
    says: `
    The [sparkle|assistant] button sits where [new line|the plus] used to be and I [hit it by accident|keep pressing it] all day.
    The assistant [pops up|opens] whenever I press space on an empty line. [How do I stop that?|It drives me mad.]
    I cannot find where to [hide|switch off] the assistant button.`,
    adds: `
    Half of my team presses it by mistake.
    On a small screen the button covers the text.`,
  }),
  topic({
    about: 'assistant',
    key: 'praise',
    mood: 'likes',
    weight: 5,
    curve: 'new',
    says: `
    The [meeting summaries|summaries] are [excellent|really good|spot on], I no longer write minutes.
    The assistant [turned my messy notes into|made] [a clean report|a proper handover] in ten seconds, [amazing|I am impressed].
    [Love|I love] asking the assistant where we decided something instead of reading [forty pages|old minutes].
    Translating <page> with the assistant [saved us a day|was better than our agency].`,
    adds: `
    My colleagues ask for the summary before they ask me.
    It kept the tone of our team.`,
  }),
]
