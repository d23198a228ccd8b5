import { type Labelled, lines } from './forms.ts'

/* Templates of app reviews, written for this purpose: bugs, requests, and praise or anger without a request. */

export const appSentences: readonly Labelled[] = [
  ...lines(
    'bug',
    'NEGATIVE',
    `
    [Crashes|Keeps crashing|Won't open]. [Every time I open it it closes|It crashes as soon as I tap a photo|Crashes on startup] [since the update|on my iPhone], [please fix|fix this now], [useless|very frustrating].
    [Broken|Not working|Ruined]. [Can't log in|Videos won't load|Messages don't send] [anymore|at all|half the time], [reinstalled twice and nothing|tried everything], [fix it|one star until it is fixed].
    [Freezes|Lags|Hangs] [all the time|constantly|whenever I scroll], [can't use it|so annoying|waste of time].
    [Lost|It deleted] [all my photos|my progress|everything I saved] after [the update|I signed out]. [Terrible|I am furious|Thanks a lot].
    [Notifications|Sound|The camera] [stopped working|does not work|disappeared] [after the last update|since ios 11], [very disappointed|please fix asap].
    [Used to love it|Was great], now it [crashes|kicks me out|shows a black screen] [every few minutes|each time I post].`,
  ),
  ...lines(
    'bug',
    'NEUTRAL',
    `
    [Bug|Glitch|Problem with notifications]. I [get|see] [two|no] [badges|notifications] [even when|although] I have [read everything|turned them on].
    [Since|After] the [update|new version] [videos stop after a few seconds|I can't upload pictures|the keyboard covers the text], [please look into it|any solution?].
    [The app|It] [says no connection|shows error 3|logs me out] [when I am on wifi|on my iPad], [other apps work|what should I do?].
    [Photos|Comments|Friends] [are not showing|load twice|are in the wrong order] on [my phone|the tablet].
    [Login issue|Cannot sign in|Not loading]. [It keeps saying try again later|The screen stays white|I enter the code and nothing happens] [since yesterday|on ios 10|after I changed my phone].
    [Update issue|After updating]. [The sound|Video|The share button] [is not working|does not play|is gone], [it worked before|please check|kindly fix].
    [Please fix|Pls fix|Kindly fix] the [search|calendar|back button], it [does not show results|opens the wrong page|closes by itself].
    [App|The app] [closes|shuts down|restarts] [by itself|when I open a link|after a minute]. [iPhone 6|Galaxy S8|iPad Air], [latest version|newest update].
    When I [open|send|save] a [picture|message|page] it [takes me back to the start|shows twice|says error], [how can I solve this|do you know why]?
    I [can't|cannot] [see my contacts|change my profile picture|find my saved items] [anymore|on the new version].
    [Help|Need help]. My [account|app] [is stuck on connecting|won't verify my number], [I tried reinstalling|restarted the phone].`,
  ),
  ...lines(
    'bug',
    'POSITIVE',
    `
    [Love this app|Great app|Awesome], [but it crashes sometimes|except the videos don't load lately|but please fix the login bug].
    [Really good|5 stars|My favourite], [just one bug|only a small glitch]: [it freezes when I rotate|the sound cuts out|pictures send twice].`,
  ),
  ...lines(
    'feature',
    'NEUTRAL',
    `
    [Suggestion|Just an idea|Please add this]. [Add|Include|Make] [a dark mode|an edit button|landscape mode|video calls] [please|for iPad|in the next update].
    [Bring back|Give us back|Please return] the [old layout|classic view|day by day list|weekly summary].
    [Needs|It needs|Could use] [Apple Watch support|a search bar|more filters|an option to turn off the sound].
    [Would be nice|It would be great|Would love it] [if we could sort by date|to have folders|if you let us hide who is online].
    [Let us|Allow users to|Make it possible to] [choose what we see|delete several at once|mute people|download videos].
    [Why can't we|Why is there no way to] [edit a message|see who viewed it|change the font]? [Please add|Add it].
    I [wish|hope] [there was a widget|you add more languages|it worked without internet].
    [iPad version|Siri|CarPlay|Split screen] [please|support please|when?]
    [Please|Kindly|Pls] [add|give|make] [an option|a setting|a way] to [hide the bar|choose the language|save pictures|block calls], [many apps have it|it would help a lot].
    [More options|More control|More choice] [for|over] [colours|who can see my page|the home screen] [would be good|please|needed].
    [Good|Nice] [app|idea] but [needs|should have] [a night mode|a bigger font|a way to sort|backup].
    [Instead of|Rather than] [a list|pop-ups|one long page], [let me pick|use tabs|show it in a calendar].
    [Can you|Could you|Would you] [please make|please allow|add] [video in landscape|more than one account|a password lock]?
    [It should|The app should|You should] [remember where I was|ask before deleting|show the time|let me undo].`,
  ),
  ...lines(
    'feature',
    'NEGATIVE',
    `
    [Hate|Don't like|Annoyed by] the [new update|new home page|new order of things|redesign]. [Change it back|Go back to the old one|Put it back in order], [nobody wanted this|I cannot find my things].
    [Too many|Way too many|Enough with the] [ads|sponsored posts|suggested posts], [let us turn them off|give me an option to remove them].
    [Takes up|Uses] [too much space|half my storage|all my data], [make it smaller|please reduce the size].
    [Stop|Please stop] [forcing|pushing] [offers|the new player|autoplay] [on us|on me], [give us a choice|I want to switch it off].
    You [removed|took away|got rid of] the [save option|print button|weekly view], [bring it back|now I use it less].
    [Still no|No] [iPad app|dark mode|way to block people], [disappointing|why is it so hard|come on].
    [Every update|The last update|This version] [makes it worse|took something away|ruined it], [give us the option to keep the old one|put it back please].
    [I miss|Where is|What happened to] the [old search|map|favourites list]? [Bring it back|I want it back], [bad decision|so annoying].
    [Let me|I want to] [turn off|get rid of|disable] the [pop-ups|suggestions|video sound], [it drives me crazy|nobody needs it].`,
  ),
  ...lines(
    'feature',
    'POSITIVE',
    `
    [Love it|Great app|Amazing], [just add|only missing|would be 5 stars with] [a dark mode|more stickers|offline maps|a sleep timer].
    [I really like it|Best one out there], [but I wish I could change the background|it would be even better with folders|please add group calls].`,
  ),
  ...lines(
    'usability',
    'NEGATIVE',
    `
    The [new design|new layout|interface] is [confusing|cluttered|a mess], I [can't find anything|don't know where to tap].
    [Hard to|Impossible to] [navigate|find the settings|read] [on a small screen|since the redesign].
    [Buttons|Icons|Menus] are [too small|hidden|in the wrong place], [keep hitting the wrong one|took me ages to find].
    [Not|Not very] [user friendly|intuitive], [too many steps|had to look up how to use it].`,
  ),
  ...lines(
    'other',
    'POSITIVE',
    `
    [Love it|Awesome|Great app|Amazing|Excellent]. [Keep up the good work|Best app ever|Use it every day|Highly recommend it].
    [Helps me|I use it to] [stay in touch with family|find ideas for my home|keep track of my money|learn every day], [love it|so helpful|thank you].
    [Works|Runs] [great|perfectly|smoothly], [never had a problem|no issues at all|does what it says].
    [Easy|Fun|Simple] to use and [free|very useful|my kids love it].
    [The best|Hands down the best|My favourite] [app|game|tool] [on my phone|I own|out there].
    [Good|Very good|Nice|Cool] [app|game|stuff].
    [I love|We love|My whole family loves] [this app|it|how easy it is], [could not live without it|use it all the time|10 out of 10].
    [Finally|At last] [an app that works|they fixed it|a good one], [thank you|well done|impressed].
    [The new|This] [update|version|design] is [great|so much better|beautiful], [thanks developers|keep going].
    [Perfect|Great|Wonderful] for [kids|students|travel|keeping in touch], [no ads|simple|worth every cent].`,
  ),
  ...lines(
    'other',
    'NEGATIVE',
    `
    [Hate it|Terrible|Worst app ever|Garbage|Awful]. [Don't download|Waste of money|Deleted it|Uninstalling].
    [Used to be|Was] [good|fun], [now it is all about money|it got worse and worse|I am leaving].
    [They|You] [sell our data|don't care about users|blocked me for no reason|stole my money], [shame on you|bye].
    [Not worth|Don't waste] [the money|your time], [boring|does nothing|nothing like the pictures].
    [Customer service|Support] [never answers|is a joke], [scam|want my money back].
    [Very|So|Really] [disappointed|disappointing|bad|annoying] [app|with this app|experience], [deleting it|not what it was|gave up].
    [I hate|Can't stand|Sick of] [this app|these people|how they treat us], [worst company|never again|done].
    [Overpriced|Rip off|Total scam], [they take your money|charged me twice and no refund|cancel before it is too late].
    [Slow|Boring|Ugly|Useless] and [full of ads|drains my battery|eats all my storage]. [One star|Zero stars|Thumbs down].`,
  ),
  ...lines(
    'other',
    'NEUTRAL',
    `
    [It's ok|Okay|Decent|Not bad|So so|Average]. [Nothing special|Does the job|Could be better|Some good some bad].
    [Good|Nice|I like it] but [not great|could be better|there are better ones|it has its flaws].
    I [just downloaded it|have not used it much|only use it to message my mom], [will update my review|so far so good].
    [Some|A few] [good things|nice ideas], [some|a few] [bad ones|annoying parts], [three stars|three out of five].
    [How do I|Can someone tell me how to] [delete my account|change my number]?`,
  ),
]
