import { t } from '../../../language/text.ts'
import { Skeleton } from '../../../ui/layout.tsx'

/** So high that nothing below it is in view, where it would move away under the finger that is to press it. */
export const QuizToCome = () => <Skeleton h="90dvh" aria-label={t('Loading the quiz')} />
