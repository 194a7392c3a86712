# Completion of toolkit for bash. Load it with: source <(toolkit completion bash)
_toolkit() {
	local before words current candidate
	read -ra before <<<"${COMP_LINE:0:COMP_POINT}"
	read -ra words <<<"$COMP_LINE"
	[[ ${COMP_LINE:0:COMP_POINT} == *[[:space:]] ]] && before+=("")
	current=${before[${#before[@]} - 1]}
	COMPREPLY=()
	while IFS= read -r candidate; do
		# bash takes what follows = for a word of its own.
		[[ $current == *=* && $COMP_WORDBREAKS == *=* ]] && candidate=${candidate#"${current%%=*}="}
		[[ $candidate == *= ]] && compopt -o nospace
		COMPREPLY+=("$candidate")
	done < <(toolkit complete "$((${#before[@]} - 1))" -- "$current" "${words[@]:1}" 2>/dev/null)
}
complete -o default -F _toolkit toolkit
