import { DescribeFinding, type Finding, type FindingCode } from "../../src/tools.js";

/**
 * The sentences of findings.
 * @param codes those that the findings must have; the sentence of a finding with another code begins with the code
 */
export function sentencesOf(findings: readonly Finding[], ...codes: readonly FindingCode[]): string[] {
  return findings.map((finding) => (codes.includes(finding.code) ? "" : `${finding.code} `) + DescribeFinding(finding));
}

/** The findings because of which parts are skipped. */
export const errorsAmong = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ severity }) => severity === 0);

/** The other findings. */
export const doubtsAmong = (findings: readonly Finding[]): readonly Finding[] => findings.filter(({ severity }) => severity > 0);
