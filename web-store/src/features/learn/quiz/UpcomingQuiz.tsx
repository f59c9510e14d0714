import { t } from '../../../language/text.ts'
import { Skeleton } from '../../../ui/layout.tsx'

/** Fills the view, so that nothing below it moves away under a finger. */
export const UpcomingQuiz = () => <Skeleton h="90dvh" aria-label={t('Loading the quiz')} />
