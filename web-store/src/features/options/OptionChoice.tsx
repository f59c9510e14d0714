import { t } from '../../language/text.ts'
import type { ShownCourse } from '../../shared/sales/shown-course.ts'
import { Ways } from '../../ui/Ways.tsx'
import { shownOptions } from './shown-options.ts'

type Props = { course: ShownCourse; chosen: string | undefined; choose: (option: string) => void }

/** Chooses on the sales page what is bought below. */
export default function OptionChoice({ course, chosen, choose }: Props) {
  const value = chosen ?? course.options?.[0]?.option_id
  return <Ways legend={t('Choose an option')} ways={shownOptions(course)} value={value} onChange={choose} />
}
