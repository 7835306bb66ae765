#!/bin/sh
# Every option of emqtt-bench 0.6.2, once.
HOST=broker.example.org
docker run --rm emqx/emqtt-bench:0.6.2 sub --host 10.0.0.7,10.0.0.8 -p 8883 -S -c 5 -q 1 \
  -t '$share/benchmark/meters/+' --prefix app -x 60 -u app -P hush -k 120 -C false -R 10
emqtt_bench pub -h 10.0.0.7,10.0.0.8 --port=8883 -S true -V 4 -c1000 -R 100 -i 5 --ifaddr 127.0.0.1,127.0.0.2 \
  --prefix meter --shortids true -n 7 --num-retry-connect 2 --reconnect 5 --ssl-version tlsv1.3 \
  --cacertfile ca.pem --certfile client.pem --keyfile client.key --ciphers A --signature-algs B --keyex-algs C \
  --quic false --load-qst f -u 'm-%i' --password "hush" -k 300 -C true -x 0 -lQ --force-major-gc-interval 9 \
  --qoelog q.log --prometheus --restapi 8080 --log_to null -d -I 10 -t 'meters/%i' --payload-hdrs cnt64,ts \
  -s 40 -q 1 -r false -L 3000000 -F 20 -w true --max-random-wait 10 --min-random-wait 1 --retry-interval 3 \
  --keep-connected true --help --topics-payload t.json --brandNew 5 word
emqtt_bench conn -c 7; sleep 5
