import { cleanName } from 'contract/spelling'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { themeColour } from '../../ui/colour.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { IconAlertTriangle } from '../../ui/secondary-icons.ts'
import type { ChangeFile } from './FolderLessons.tsx'
import type { FolderPlan } from './folder-plan.ts'

const MOST_NAMES = 20

type FolderProblemsProps = ChangeFile & { plan: FolderPlan; leftOut: readonly string[]; onPutBack: () => void }

/** Lists the unused files of a folder with their reasons; they never block the rest. */
export function FolderProblems({ plan, leftOut, onPutBack, onOther, onLeaveOut }: FolderProblemsProps) {
  const { unusable, sameNumber, skipped } = plan
  if (unusable.length + sameNumber.length + skipped.length + leftOut.length === 0) return null
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
          {unusable.slice(0, MOST_NAMES).map(({ path, reason }) => (
            <chakra.div key={path} mb="2">
              <p>
                {cleanName(path)}: {reason}
              </p>
              <chakra.div display="flex" flexWrap="wrap" gap="1" mt="1">
                <Button variant="outline" size="sm" onClick={() => onOther(path)}>
                  Choose another file
                </Button>
                <Button variant="ghost" size="sm" onClick={() => onLeaveOut(path)}>
                  Leave it out
                </Button>
              </chakra.div>
            </chakra.div>
          ))}
          {unusable.length > MOST_NAMES && <p>and {unusable.length - MOST_NAMES} more</p>}
        </Problem>
      )}
      {sameNumber.map(({ number, paths }) => (
        <Problem
          key={paths[0]}
          icon={IconAlertTriangle}
          colour="buy.fg"
          title={`${paths.length} files share number ${String(number).padStart(2, '0')}`}
        >
          {paths.map((path) => (
            <chakra.div key={path} display="flex" alignItems="center" justifyContent="space-between" gap="2">
              {cleanName(path)}
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Leave out ${path} of two`}
                onClick={() => onLeaveOut(path)}
              >
                Leave it out
              </Button>
            </chakra.div>
          ))}
          Each becomes a lesson. Leave one out if it is an old copy.
        </Problem>
      ))}
      {leftOut.length > 0 && (
        <Problem icon={IconAlertCircle} colour="fg.muted" title={`${countText(leftOut.length, 'file')} left out`}>
          <Names of={leftOut} />
          <Button variant="ghost" size="sm" mt="1" onClick={onPutBack}>
            Restore
          </Button>
        </Problem>
      )}
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
      <chakra.span style={{ color: themeColour(colour) }}>
        <Icon of={icon} size={20} />
      </chakra.span>
      <div>
        <chakra.h4 textStyle="sm" fontWeight="600" style={{ color: themeColour(colour) }}>
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
