import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import type { FolderPlan } from './folder-plan.ts'

const MOST_NAMES = 20

/** What of a folder is not used, and why; nothing of it keeps the rest. */
export function FolderProblems({ plan: { unusable, sameNumber, skipped } }: { plan: FolderPlan }) {
  if (unusable.length + sameNumber.length + skipped.length === 0) return null
  return (
    <chakra.section data-problems aria-label="Please look at" minW="0">
      <chakra.h3 textStyle="sm" fontWeight="600" mb="2">
        Please look at
      </chakra.h3>
      {unusable.length > 0 && (
        <Problem
          icon={IconAlertCircle}
          colour="danger.fg"
          title={`${countText(unusable.length, 'file')} cannot be used`}
        >
          <Names of={unusable.map(({ path, reason }) => `${path}: ${reason}`)} />
        </Problem>
      )}
      {sameNumber.map(({ number, paths }) => (
        <Problem
          key={paths[0]}
          icon={IconAlertTriangle}
          colour="buy.fg"
          title={`${paths.length} files share number ${String(number).padStart(2, '0')}`}
        >
          <Names of={paths} />
          Each becomes a lesson. Remove one from the folder if it is an old copy.
        </Problem>
      ))}
      {skipped.length > 0 && (
        <Problem icon={IconAlertCircle} colour="fg.muted" title={`${countText(skipped.length, 'file')} skipped`}>
          <Names of={skipped} />
        </Problem>
      )}
    </chakra.section>
  )
}

type ProblemProps = { icon: typeof IconAlertCircle; colour: string; title: string; children: ReactNode }

function Problem({ icon, colour, title, children }: ProblemProps) {
  return (
    <chakra.div display="grid" gridTemplateColumns="20px minmax(0,1fr)" gap="2.5" py="3" borderTopWidth="1px">
      <chakra.span color={colour}>
        <Icon of={icon} size={20} />
      </chakra.span>
      <div>
        <chakra.h4 textStyle="sm" fontWeight="600" color={colour}>
          {title}
        </chakra.h4>
        <chakra.div textStyle="sm" color="fg.muted" overflowWrap="anywhere">
          {children}
        </chakra.div>
      </div>
    </chakra.div>
  )
}

function Names({ of }: { of: readonly string[] }) {
  return (
    <chakra.ul listStyleType="none">
      {of.slice(0, MOST_NAMES).map((name) => (
        <li key={name}>{name}</li>
      ))}
      {of.length > MOST_NAMES && <li>and {of.length - MOST_NAMES} more</li>}
    </chakra.ul>
  )
}
