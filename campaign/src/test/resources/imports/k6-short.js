import http from 'k6/http';
exports.options = {
  vus: 10,
  duration: '30s',
};
module.exports.default = function () { http.get('http://127.0.0.1'); };
