#!/usr/bin/env bash
# Starts a server for eu, one for us, and nginx in front of them. Ctrl-C ends all three.
#
#   ./start.sh                        on 127.0.0.1:8080, with the servers on 8081 and 8082
#   GATEWAY=:80 EU=… US=… ./start.sh  on other addresses
#   REGIONS=PROGRAM ./start.sh        with a program that is built already
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
PATH="$PATH:/usr/sbin"

gateway=${GATEWAY:-127.0.0.1:8080}
eu=${EU:-127.0.0.1:8081}
us=${US:-127.0.0.1:8082}
command -v nginx >/dev/null || { echo "there is no nginx; install it, for instance with apt-get install nginx-light" >&2; exit 1; }

work=$(mktemp -d)
chmod 755 "$work" # the workers of nginx may be another user
finish() {
	trap - EXIT INT TERM
	kill $(jobs -p) 2>/dev/null || true
	wait
	rm -rf "$work"
}
trap finish EXIT
trap exit INT TERM

regions=${REGIONS:-$work/regions}
[ -n "${REGIONS:-}" ] || go build -o "$regions" .
cp nginx.conf "$work/nginx.conf"
sed -e "s/127\.0\.0\.1:8080/$gateway/" -e "s/127\.0\.0\.1:8081/$eu/" -e "s/127\.0\.0\.1:8082/$us/" regions.conf >"$work/regions.conf"

"$regions" -region eu -http "$eu" &
echo "eu is process $! on $eu"
"$regions" -region us -http "$us" &
echo "us is process $! on $us"
nginx -p "$work" -c nginx.conf -e stderr &
nginx=$!

# await ADDRESS: until somebody listens there.
await() {
	for _ in {1..200}; do
		if (exec 3<>"/dev/tcp/${1%:*}/${1##*:}") 2>/dev/null; then return; fi
		sleep 0.05
	done
	echo "nobody listens on $1" >&2
	exit 1
}
await "$eu"
await "$us"
await "$gateway"
echo "the endpoint is http://$gateway/mcp, and the log of nginx is $work/access.log"
wait "$nginx"
