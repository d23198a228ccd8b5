import type { DemoItem } from './kinds.ts'

/** Two long conversations; what was found in them is the analysis’s own. */
export const conversations: readonly Omit<DemoItem, 'insights'>[] = [
  {
    source: 'interview',
    contact: 0,
    daysAgo: 17,
    title: 'Yearly review with Halvorsen Freight',
    content: `Interviewer: Thank you for taking the time. How is it going in the terminals?
Priya: Mixed. The office loves it. In the terminals it depends on the network, and the network in a steel hall is what it is.
Interviewer: What happens when the network drops?
Priya: The tablet shows the page, people type, and then it comes back and there are two versions. Last month we lost an inspection report that way. The driver had signed it.
Interviewer: How did you find out?
Priya: The customer asked for the report. We had a conflict copy with half of it, and the other half was gone.
Interviewer: What would you need to trust it?
Priya: I need to see what is saved and what is not. A green tick that means it is really on the server. And I want the two versions next to each other, not two pages.
Interviewer: And the phones?
Priya: Since the last update the app crashes when somebody attaches a photo. We photograph every damaged pallet, so that is twenty times a shift.
Interviewer: Is there anything that works better than a year ago?
Priya: Search. Search is much better, the dispatchers find a customer's instructions in seconds. And your support is very good, they call back.
Interviewer: What about the assistant?
Priya: The shift leads use it for handovers. The summaries are good. But once it wrote a weight that nobody had written down, and with weights we do not joke. Each line should say where it comes from.
Interviewer: If you could change one thing tomorrow?
Priya: Offline. Everything else is a wish, that one is a need.`,
  },
  {
    source: 'interview',
    contact: 8,
    daysAgo: 48,
    title: 'Research call with Ridgemont University',
    content: `Interviewer: Could you walk me through your week with it?
Amara: I prepare lectures in it, my students hand in lab journals in it, and we write papers together in it. So, all week.
Interviewer: Where does it get in your way?
Amara: Papers. I cannot number equations, and a citation does not know its source. For the last month of a thesis my students move to another tool.
Interviewer: And sharing with the students?
Amara: The share dialog is confusing. I shared a whole folder with ninety students when I wanted to share one page. I would like to share with a course as a group.
Interviewer: How do you add them today?
Amara: One by one. Ninety names. Every semester.
Interviewer: What do the students say?
Amara: They complain about the free plan. Fifty pages are not enough for a semester, and an education price would help us to use it in every course.
Interviewer: What do you like?
Amara: The editor. It is quiet, it is fast, I enjoy writing in it. And the export to Markdown is clean, I publish my course pages from it.
Interviewer: Anything else?
Amara: Export a whole course as one PDF, please. I do it page by page at the end of each term, and the tables lose their last columns.`,
  },
]
