// The endpoints of labels.
import { getConsignmentLabels, getLoadLabels } from '../../contract/labels.ts'
import { answersFile } from '../core/operation.ts'
import * as rules from './rules.ts'

export const routes = {
  getConsignmentLabels: answersFile(getConsignmentLabels, rules.ofConsignment),
  getLoadLabels: answersFile(getLoadLabels, rules.ofLoad),
}
