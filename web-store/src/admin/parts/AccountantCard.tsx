import { MAX_PLAN_DAYS } from 'contract/parts/plan-parts'
import { chakra } from '../../ui/chakra.ts'
import { Pane } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'

const ABOUT = `Each part has its own invoice on the day it is paid, and its GST falls into that month. Plans end within ${MAX_PLAN_DAYS} days: over three months an invoice would fall due on each date, paid or not.`

const QUESTION = `Hello,

our shop sells courses in parts: 2 to 6 payments within ${MAX_PLAN_DAYS} days, without a mandate. Each part is an order of its own, with its own invoice on the day it is paid, so its GST falls into that month. A part that is not paid has no invoice: the access ends some days after its date.

Does that suit us, or should there be one invoice for the whole price at the start?

Thank you`

/** The question for the accountant, which stays on the screen: the answer is theirs. */
export const AccountantCard = () => (
  <Pane title="Ask your accountant once" beside={<CopyText text={QUESTION} of="the question as an email" />}>
    <chakra.p color="fg.muted" maxW="75ch">
      {ABOUT} Whether one invoice for the whole price at the start suits you better is your accountant’s word.
    </chakra.p>
  </Pane>
)
